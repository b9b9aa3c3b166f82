import { conflict } from "@pdp/basics/errors";
import { absentOrNull, internal, optional, text } from "@pdp/basics/schemas";
import * as v from "valibot";
import { type AuditStamp, applyChanges, authored, newAuthored, Timestamp } from "./fields.ts";
import { IdString } from "./id.ts";
import { Freeze } from "./workspaceFreeze.ts";

const RegionName = v.picklist(["EU", "US"]);

export const WorkspaceName = v.pipe(
  v.string(),
  v.check(
    (name) => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name) && name.length <= 64,
    "A workspace name must have 1 to 64 characters: lower-case letters, digits and hyphens, starting and ending with a letter or digit",
  ),
  v.metadata({
    jsonSchema: {
      type: "string",
      minLength: 1,
      maxLength: 64,
      pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$",
      examples: ["protein-lab"],
    },
  }),
  v.description(
    "Lower-case letters, digits and hyphens; starts and ends with a letter or digit; unique on the platform",
  ),
);

/** Name of an existing workspace in a request. */
export const ExistingWorkspaceName = v.pipe(
  v.string(),
  v.description("The name of a workspace"),
  v.examples(["protein-lab"]),
);

const Capabilities = v.object({
  can_generate_variants: v.pipe(v.boolean(), v.description("Whether tasks may design new variants")),
});

export const CapabilityChanges = v.object({
  can_generate_variants: v.pipe(
    absentOrNull(v.boolean()),
    v.description("Whether tasks may design new variants"),
  ),
});

export const Workspace = v.object({
  errors: v.pipe(v.array(v.string()), v.description("Reasons why provisioning failed")),
  internal_error_details: v.optional(
    internal(
      v.pipe(
        v.array(v.nullable(v.string())),
        v.description("Technical cause of each entry in `errors`; shown only to platform staff"),
      ),
    ),
  ),
  ...authored,
  name: v.string(),
  display_name: v.string(),
  state: v.pipe(
    v.picklist(["PROVISIONING", "DELETING", "READY", "FAILED"]),
    v.description("Only a READY workspace serves its members"),
  ),
  picture_file_id: v.pipe(
    v.nullable(IdString),
    v.description("Always null: a workspace cannot have a picture"),
  ),
  capabilities: internal(Capabilities),
  freeze: v.optional(internal(v.pipe(Freeze, v.description("Present only while the workspace is frozen")))),
});
export type Workspace = v.InferOutput<typeof Workspace>;

/** Field of a workspace that cannot be set. */
const NoPicture = v.optional(
  v.pipe(
    v.unknown(),
    v.check((value) => value === null, "A workspace cannot have a picture: omit picture_file_id"),
    v.metadata({ jsonSchema: { type: "null" } }),
  ),
);

export const WorkspaceCreate = v.object({
  name: WorkspaceName,
  display_name: v.pipe(
    text(1, 200),
    v.description("Name shown to users; 1 to 200 characters"),
    v.examples(["Protein Engineering Lab"]),
  ),
  region: v.pipe(optional(RegionName), v.description("Region of all its data. Defaults to EU")),
  capabilities: internal(optional(CapabilityChanges)),
  picture_file_id: NoPicture,
});

export const WorkspaceRecord = v.object({
  ...authored,
  name: v.string(),
  region: RegionName,
  region_api_url: v.pipe(
    v.string(),
    v.metadata({ jsonSchema: { type: "string", format: "uri", minLength: 1, maxLength: 2083 } }),
    v.description("Base URL of all operations on this workspace"),
  ),
  idp_org_id: internal(
    v.pipe(
      v.nullable(v.string()),
      v.description("Organization at the identity provider with access to the workspace"),
    ),
  ),
  deleted_at: v.nullable(Timestamp),
  deleted_by: v.nullable(v.string()),
});
export type WorkspaceRecord = v.InferOutput<typeof WorkspaceRecord>;

/** Certificate of a workspace that was deleted with `erase`. It contains no data of the workspace except its name. */
export const WorkspaceCertificate = v.object({
  workspace_id: IdString,
  name: v.string(),
  region: RegionName,
  requested_at: Timestamp,
  requested_by: v.string(),
  completed_at: v.pipe(
    Timestamp,
    v.description("Time when all records, objects and object versions were gone"),
  ),
  object_count: v.pipe(
    v.number(),
    v.description("Number of objects whose versions were deleted in the last step"),
  ),
  last_backup_expires_at: v.pipe(
    Timestamp,
    v.description("Time by which database recovery points from before the deletion expire"),
  ),
});
export type WorkspaceCertificate = v.InferOutput<typeof WorkspaceCertificate>;

/** Deletion of a workspace in state `DELETING`. */
export interface Deletion {
  /** State to which a restore returns the workspace. */
  restores_to: "PROVISIONING" | "READY" | "FAILED";
  /** End of the retention period. */
  purge_at: string;
  /** The workspace can only be restored while `RETAINED`. Once it is `PURGED`, only this record is left. */
  stage: "RETAINED" | "PURGING" | "PURGED";
  /** True if the object versions are deleted too. */
  erase?: true;
  /** Present once a workspace deleted with `erase` is `PURGED`. */
  certificate?: WorkspaceCertificate;
}

/**
 * Longest retention period, in seconds, of a workspace with data to be erased: together with 23 days of backups, the total is
 * 30 days.
 */
const MAX_ERASED_RETENTION_SECONDS = 7 * 24 * 3600;

/** Stored form of a workspace, in the home region. */
export interface WorkspaceEntity extends Workspace {
  region: "EU" | "US";
  idp_org_id: string | null;
  /** Incremented each time a state machine is started; writes of older executions are rejected. */
  attempt: number;
  deletion: Deletion | null;
  /** Time and author of the deletion request. */
  deleted_at: string | null;
  deleted_by: string | null;
}

export function createWorkspace(
  id: string,
  fields: v.InferOutput<typeof WorkspaceCreate>,
  stamp: AuditStamp,
): WorkspaceEntity {
  return {
    ...newAuthored(id, stamp),
    errors: [],
    name: fields.name,
    display_name: fields.display_name,
    state: "PROVISIONING",
    picture_file_id: null,
    capabilities: { can_generate_variants: fields.capabilities?.can_generate_variants ?? true },
    region: fields.region ?? "EU",
    idp_org_id: null,
    attempt: 1,
    deletion: null,
    deleted_at: null,
    deleted_by: null,
  };
}

/** Starts a deletion, which `restoreWorkspace` can revert until the retention period ends. */
export function deleteWorkspace(
  workspace: WorkspaceEntity,
  retentionSeconds: number,
  stamp: AuditStamp,
  erase = false,
): WorkspaceEntity {
  const { state } = workspace;
  if (state === "DELETING") {
    throw conflict("workspace_deleting", `The workspace "${workspace.name}" is already being deleted.`);
  }
  const seconds = erase ? Math.min(retentionSeconds, MAX_ERASED_RETENTION_SECONDS) : retentionSeconds;
  const purgeAt = new Date(Date.parse(stamp.at) + seconds * 1000).toISOString();
  return applyChanges(
    workspace,
    {
      state: "DELETING",
      attempt: workspace.attempt + 1,
      deletion: { restores_to: state, purge_at: purgeAt, stage: "RETAINED", ...(erase && { erase: true }) },
      deleted_at: stamp.at,
      deleted_by: stamp.by,
    },
    stamp,
  );
}

/**
 * Reverts a deletion, or restarts a failed provisioning. A workspace deleted while it was being provisioned is provisioned
 * again.
 */
export function restoreWorkspace(workspace: WorkspaceEntity, stamp: AuditStamp): WorkspaceEntity {
  const { attempt, deletion, name, state } = workspace;
  if (state === "FAILED") {
    return applyChanges(workspace, { state: "PROVISIONING", attempt: attempt + 1, errors: [] }, stamp);
  }
  if (state !== "DELETING" || !deletion) {
    throw conflict(
      "workspace_not_deleting",
      `The workspace "${name}" is ${state}. There is no deletion to revert and no failed provisioning to repeat.`,
    );
  }
  if (deletion.stage !== "RETAINED") {
    throw conflict(
      "workspace_purging",
      `The retention of the workspace "${name}" ended at ${deletion.purge_at} and its data is being removed, so it can no longer be restored.`,
    );
  }
  return applyChanges(
    workspace,
    {
      state: deletion.restores_to,
      attempt: attempt + 1,
      deletion: null,
      deleted_at: null,
      deleted_by: null,
    },
    stamp,
  );
}

/**
 * Starts the purge if the retention period of this attempt's deletion has ended; returns null if the deletion was reverted or
 * is not due yet.
 */
export function purgeWorkspace(
  workspace: WorkspaceEntity,
  attempt: number,
  at: string,
): WorkspaceEntity | null {
  const { deletion } = workspace;
  if (workspace.state !== "DELETING" || workspace.attempt !== attempt || !deletion) return null;
  if (Date.parse(deletion.purge_at) > Date.parse(at)) return null;
  return deletion.stage === "PURGED" ? null : { ...workspace, deletion: { ...deletion, stage: "PURGING" } };
}

/**
 * Completes the purge: the record of a deleted workspace keeps its name, its region, and the authors and times of its changes.
 */
export function settlePurge(workspace: WorkspaceEntity, deletion: Deletion): WorkspaceEntity {
  const { id, name, region, state, attempt, created_at, created_by, updated_at, updated_by } = workspace;
  const { deleted_at, deleted_by } = workspace;
  return {
    ...{ id, name, region, state, attempt, created_at, created_by, updated_at, updated_by },
    ...{ deleted_at, deleted_by, deletion: { ...deletion, stage: "PURGED" } },
    errors: [],
    display_name: "",
    picture_file_id: null,
    capabilities: { can_generate_variants: false },
    idp_org_id: null,
  };
}

/** Tells whether a workspace was purged and is therefore no longer accessible. */
export function isDeleted({ deletion }: WorkspaceEntity): boolean {
  return deletion?.stage === "PURGED";
}

/** Freezes a workspace, or changes the mode and the reason. */
export function freezeWorkspace(
  workspace: WorkspaceEntity,
  { mode, reason }: Pick<Freeze, "mode" | "reason">,
  stamp: AuditStamp,
): WorkspaceEntity {
  if (workspace.state !== "READY")
    throw conflict(
      "workspace_not_ready",
      `The workspace "${workspace.name}" is ${workspace.state}: only a READY workspace can be frozen.`,
    );
  const freeze: Freeze = { mode, reason, frozen_at: stamp.at, frozen_by: stamp.by };
  return applyChanges(workspace, { freeze }, stamp);
}

export function unfreezeWorkspace(workspace: WorkspaceEntity, stamp: AuditStamp): WorkspaceEntity {
  const { freeze, ...rest } = workspace;
  if (!freeze) throw conflict("workspace_not_frozen", `The workspace "${workspace.name}" is not frozen.`);
  return applyChanges(rest, {}, stamp);
}

/** Updates capabilities; those that are omitted or null stay unchanged. */
export function updateCapabilities(
  workspace: WorkspaceEntity,
  changes: v.InferOutput<typeof CapabilityChanges>,
  stamp: AuditStamp,
): WorkspaceEntity {
  if (workspace.state === "DELETING") {
    throw conflict(
      "workspace_deleting",
      `The workspace "${workspace.name}" is being deleted: restore it first.`,
    );
  }
  const { can_generate_variants } = workspace.capabilities;
  return applyChanges(
    workspace,
    { capabilities: { can_generate_variants: changes.can_generate_variants ?? can_generate_variants } },
    stamp,
  );
}
