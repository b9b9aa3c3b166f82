import * as v from "valibot";

/** Schemas shared by several resources. */

export const Timestamp = v.pipe(
  v.string(),
  v.metadata({
    jsonSchema: {
      type: "string",
      format: "date-time",
      description: "UTC, in milliseconds",
      examples: ["2026-03-02T09:30:00.000Z"],
    },
  }),
);

/** Fields common to all resources: author and time of the creation and of the last change. */
export const authored = {
  id: v.pipe(
    v.string(),
    v.metadata({
      jsonSchema: {
        type: "string",
        format: "int64",
        description: "Integer below 2^53; newer resources have larger ids",
      },
    }),
  ),
  created_at: Timestamp,
  created_by: v.pipe(v.string(), v.description("Id of the user or machine client that created it")),
  updated_at: Timestamp,
  updated_by: v.pipe(v.string(), v.description("Id of the user or machine client that last changed it")),
};

const archivable = {
  archived_at: v.pipe(v.nullable(Timestamp), v.description("Null while it is active")),
  archived_by: v.pipe(
    v.nullable(v.string()),
    v.description("Id of the user or machine client that archived it"),
  ),
};

/** Fields common to all entities that can be archived. */
export const entityFields = { ...archivable, ...authored };

export interface Authored {
  id: string;
  created_at: string;
  created_by: string;
  updated_at: string;
  updated_by: string;
}

export interface Archivable {
  archived_at: string | null;
  archived_by: string | null;
}

/** Author and time of a change, passed to the domain rules, which do not read the clock. */
export interface AuditStamp {
  by: string;
  at: string;
}

export function newAuthored(id: string, stamp: AuditStamp): Authored {
  return { id, created_at: stamp.at, created_by: stamp.by, updated_at: stamp.at, updated_by: stamp.by };
}

export function applyChanges<T extends Authored>(resource: T, changes: Partial<T>, stamp: AuditStamp): T {
  return { ...resource, ...changes, updated_at: stamp.at, updated_by: stamp.by };
}
