import { absentOrNull, optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { ProjectId, TableId } from "#shared/domain/id.ts";
import { VersionName } from "#shared/domain/loads/versionTag.ts";
import { ResultFormat } from "#shared/domain/resultFormat.ts";

/** Parameters of downloads of a table. */
export const DOWNLOAD_PARAMETERS = {
  id: TableId,
  format: v.pipe(absentOrNull(ResultFormat), v.description("Defaults to CSV")),
  version_id: v.pipe(
    absentOrNull(VersionName),
    v.description("Data version for rows and columns. Defaults to the latest"),
  ),
};

/** Parameters of comparisons of a table's rows between two versions. */
export const ROW_DIFF_PARAMETERS = {
  id: TableId,
  from: VersionName,
  to: v.pipe(optional(VersionName), v.description("Defaults to the table's latest version")),
  key: v.pipe(
    optional(v.string()),
    v.description(
      "At most 16 comma-separated column names, or `*` to compare whole rows. Defaults to the table's key, or to whole rows if it has none",
    ),
    v.examples(["mutations"]),
  ),
  project_id: v.pipe(
    optional(ProjectId),
    v.description(
      "Compare only rows from this project and its rounds. Defaults to all rows of the workspace",
    ),
  ),
  format: v.pipe(v.optional(v.nullable(ResultFormat)), v.description("Defaults to CSV")),
};

/** Returns the names of the key columns; empty to compare whole rows, and null to use the table's key. */
export function keyNames(stated: string | null): string[] | null {
  const names = stated?.split(",").map((name) => name.trim());
  if (names === undefined) return null;
  return names.length === 1 && names[0] === "*" ? [] : names;
}
