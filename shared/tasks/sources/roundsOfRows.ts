import { roundAt } from "#shared/domain/loads/loadTransitions.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { loadsById } from "#shared/store/loads.ts";
import { allRounds } from "#shared/store/rounds.ts";
import type { Rows } from "../readRows.ts";
import { columnOf } from "../rowColumns.ts";
import { LOAD_COLUMN } from "./sourceQuery.ts";

/** Rounds in which rows were measured. Plain data. */
export interface RowRounds {
  /** Name of each row's round; empty for rows of the project or the workspace. */
  of: string[];
  /** Names of the rounds, in order of their loads. */
  names: string[];
}

/**
 * Returns the rounds of rows as a version shows them; null if they do not come from at least two. Rows without a load belong
 * to no round.
 */
export async function roundsOfRows(
  scope: WorkspaceScope,
  rows: Pick<Rows, "columns">,
  version: string,
): Promise<RowRounds | null> {
  const column = columnOf(rows, LOAD_COLUMN);
  if (column === undefined) return null;
  const ids = Array.from(column, (id) => (id === null || id === undefined ? "" : String(id)));
  const loads = await loadsById(
    scope,
    [...new Set(ids)].filter((id) => /^\d+$/.test(id)),
  );
  const roundIds = new Map([...loads].map(([id, load]) => [id, roundAt(load, version) ?? ""]));
  if (new Set(ids.map((id) => roundIds.get(id) ?? "")).size < 2) return null;
  const names = roundNames(new Map((await allRounds(scope)).map(({ id, name }) => [id, name])), [
    ...new Set(roundIds.values()),
  ]);
  const inTime = [...loads.keys()].toSorted((a, b) => Number(BigInt(a) - BigInt(b)));
  const nameOf = (load: string): string => names.get(roundIds.get(load) ?? "") ?? "";
  const ordered = inTime.map(nameOf);
  const of = ids.map(nameOf);
  return { of, names: [...new Set([...(of.includes("") ? [""] : []), ...ordered])] };
}

/** Returns names that differ: a name of several rounds gets their id. */
function roundNames(known: ReadonlyMap<string, string>, ids: readonly string[]): Map<string, string> {
  const counts = Map.groupBy(ids, (id) => known.get(id) ?? id);
  return new Map(
    ids.map((id) => {
      const name = known.get(id) ?? id;
      return [id, (counts.get(name)?.length ?? 0) > 1 ? `${name} (${id})` : name];
    }),
  );
}
