import type { Column } from "@pdp/basics/columns";
import { assemblyOf, layoutOf, TWO_CHAINS } from "@pdp/basics/proteins";
import type { NewTaskTable } from "./taskRun.ts";

const DESCRIPTIONS: Record<string, string> = {
  vh: "variable domain of the heavy chain",
  vl: "variable domain of the light chain",
};

/** Returns a table of two-chain sequences with columns `vh` and `vl` in place of `sequence`; other tables are unchanged. */
export function withChainColumns(table: NewTaskTable): NewTaskTable {
  const joined = ["sequence", "parent"].filter((name) =>
    table.rows.some((row) => typeof row[name] === "string" && layoutOf(row[name]).length > 1),
  );
  if (joined.length === 0) return table;
  return {
    ...table,
    columns: table.columns.flatMap((column) =>
      joined.includes(column.name) ? chainColumns(column) : [column],
    ),
    rows: table.rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).flatMap(([name, value]) =>
          joined.includes(name) ? chainCells(name, value as string) : [[name, value]],
        ),
      ),
    ),
  };
}

function chainColumns({ name, metadata, ...column }: Column): Column[] {
  return TWO_CHAINS.map((chain) => ({
    ...column,
    name: columnName(name, chain),
    nullable: true,
    metadata: {
      ...metadata,
      description: `${metadata?.description ?? name}: ${DESCRIPTIONS[chain]}`,
    } as NonNullable<Column["metadata"]>,
  }));
}

function chainCells(name: string, joined: string): [string, unknown][] {
  const chains = assemblyOf(joined);
  return TWO_CHAINS.map((chain) => [columnName(name, chain), chains[chain] ?? null]);
}

/** Names the columns of a sequence `vh` and `vl`, and those of a parent `parent_vh` and `parent_vl`. */
function columnName(name: string, chain: string): string {
  return name === "sequence" ? chain : `${name}_${chain}`;
}
