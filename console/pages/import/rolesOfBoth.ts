import { useMemo } from "preact/hooks";
import { type ColumnRoles, columnRoles, readColumnRoles } from "#client/columnRoles.ts";
import type { Table } from "#client/resources.ts";
import { useWorkspace } from "../../lab.ts";
import { latestOf, useResource } from "../../resource.ts";
import type { RolesOfBoth } from "./fitTable.ts";
import type { Preview } from "./importDraft.ts";

/** Finds the sequence and mutation columns of a file from its first rows, under their names in the file. */
export function previewRoles({ columns, rows }: Pick<Preview, "columns" | "rows">): ColumnRoles {
  const indices = new Map(columns.map(({ source_name: source }, index) => [source, index]));
  const seen = columns.flatMap(({ source_name: name, type, kind }) =>
    type === null ? [] : [{ name, type, metadata: { kind } }],
  );
  return columnRoles(seen, ({ name }) => rows.map((row) => row[indices.get(name) ?? -1] ?? null));
}

/** Returns which columns of a file and of a table contain sequences and mutations; null while the table is being read. */
export function useRolesOfBoth(preview: Preview | null, table: Table | undefined): RolesOfBoth | null {
  const workspace = useWorkspace();
  const read = useResource(`roles ${workspace.name} ${table?.id} ${table?.version_id}`, async () =>
    table === undefined ? null : readColumnRoles(workspace, table),
  );
  const ofTable = latestOf(read);
  return useMemo(
    () => (preview && ofTable ? { file: previewRoles(preview), table: ofTable } : null),
    [preview, ofTable],
  );
}
