import * as v from "valibot";
import { type Act, authored, authoredBy, optional, Timestamp, text } from "./fields.ts";
import { IdString } from "./id.ts";

const RegionName = v.picklist(["EU", "US"]);

export const WorkspaceName = v.pipe(
  v.string(),
  v.check(
    (name) => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name) && name.length <= 64,
    "A workspace name has 1 to 64 characters: lower-case letters, digits and hyphens, a letter or digit first and last",
  ),
  v.metadata({
    jsonSchema: {
      type: "string",
      minLength: 1,
      maxLength: 64,
      pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$",
      examples: ["lab"],
    },
  }),
);

const Capabilities = v.object({ can_generate_variants: v.boolean() });

export const Workspace = v.object({
  errors: v.array(v.string()),
  ...authored,
  name: v.string(),
  display_name: v.string(),
  state: v.picklist(["PROVISIONING", "DELETING", "READY", "FAILED"]),
  picture_file_id: v.nullable(IdString),
  capabilities: Capabilities,
});
export type Workspace = v.InferOutput<typeof Workspace>;

export const WorkspaceCreate = v.object({
  name: WorkspaceName,
  display_name: text(1, 200),
  region: optional(RegionName),
  capabilities: optional(v.object({ can_generate_variants: v.optional(v.nullable(v.boolean())) })),
});

export const WorkspaceRecord = v.object({
  ...authored,
  name: v.string(),
  region: RegionName,
  region_api_url: v.pipe(
    v.string(),
    v.metadata({ jsonSchema: { type: "string", format: "uri", minLength: 1, maxLength: 2083 } }),
  ),
  idp_org_id: v.nullable(v.string()),
  deleted_at: v.nullable(Timestamp),
  deleted_by: v.nullable(v.string()),
});
export type WorkspaceRecord = v.InferOutput<typeof WorkspaceRecord>;

/** A workspace as it is stored, in the home region. */
export interface WorkspaceEntity extends Workspace {
  region: "EU" | "US";
  idp_org_id: string | null;
  attempt: number;
  deleted_at: string | null;
  deleted_by: string | null;
}

export function createWorkspace(
  id: string,
  fields: v.InferOutput<typeof WorkspaceCreate>,
  act: Act,
): WorkspaceEntity {
  return {
    ...authoredBy(id, act),
    errors: [],
    name: fields.name,
    display_name: fields.display_name,
    state: "PROVISIONING",
    picture_file_id: null,
    capabilities: { can_generate_variants: fields.capabilities?.can_generate_variants ?? true },
    region: fields.region ?? "EU",
    idp_org_id: null,
    attempt: 1,
    deleted_at: null,
    deleted_by: null,
  };
}
