import type { Column } from "@pdp/basics/columns";
import type { TableFields } from "./icebergManifest.ts";
import { icebergSchema } from "./icebergSchema.ts";
import { type SchemaHistory, schemaHistory, type VersionFacts } from "./tableMetadata.ts";

/**
 * Columns and schemas of the Iceberg manifests of a table. Those of a version depend only on the history up to it, so all
 * processes that write a manifest write the same bytes, and a list states its size correctly.
 */
export class VersionFields {
  readonly #versions: readonly VersionFacts[];
  readonly #history: SchemaHistory;
  readonly #known = new Map<readonly Column[], TableFields>();

  /** @param versions from the first one of the table on */
  constructor(versions: readonly VersionFacts[]) {
    this.#versions = versions;
    this.#history = schemaHistory(versions);
  }

  /** Returns the fields of the objects of a version; those of the first version for an earlier id. */
  of(versionId: string): TableFields {
    const position = this.#versions.findLastIndex(
      (version) => Number(version.version_id) <= Number(versionId),
    );
    const columns = this.#versions[Math.max(0, position)]?.columns ?? [];
    const { ids, schemaOf } = this.#history;
    const fields = this.#known.get(columns) ?? {
      columns,
      ids,
      schema: icebergSchema(columns, ids, schemaOf[Math.max(0, position)] ?? 0),
    };
    this.#known.set(columns, fields);
    return fields;
  }
}
