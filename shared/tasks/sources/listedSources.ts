import { tableName } from "@pdp/basics/columns";
import type { Dataset, SequenceSource } from "#shared/domain/tasks/dataSources.ts";
import { filledColumns } from "#shared/domain/tasks/literalRules.ts";
import { taskReference } from "#shared/domain/tasks/taskReference.ts";
import type { ListedSource, SourceList } from "#shared/jobs/requireSameTypes.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { versionIdOf } from "#shared/store/versionTags.ts";
import type { ParameterUses } from "../datasetUses.ts";
import { resultRowsQuery } from "./resultRows.ts";
import { nameOfSource, queryOfTable } from "./sourceQuery.ts";

/** Returns the lists of sources in a task's parameters, with the queries that read them. */
export async function listedSources(scope: WorkspaceScope, { lists }: ParameterUses): Promise<SourceList[]> {
  const sourceLists: SourceList[] = [];
  for (const { loc, sources } of lists) {
    if (sources.length === 1) continue;
    const listed: ListedSource[] = [];
    for (const source of sources) listed.push(await listedSource(scope, source));
    sourceLists.push({ loc, sources: listed });
  }
  return sourceLists;
}

async function listedSource(scope: WorkspaceScope, source: SequenceSource): Promise<ListedSource> {
  if (source.kind === "LIST") {
    const columns = filledColumns([{ sequence: "" }]);
    return { name: "the listed sequences", query: null, rows: null, columns, replacesSequence: false };
  }
  const { sequence_column: column, mutations } = source as Dataset;
  const common = { name: nameOfSource(source), replacesSequence: column != null || mutations != null };
  if (source.kind === "LITERAL")
    return { ...common, query: null, rows: null, columns: filledColumns(source.rows) };
  return { ...common, ...(await queryOf(scope, source)), columns: [] };
}

async function queryOf(
  scope: WorkspaceScope,
  source: Exclude<SequenceSource, { kind: "LIST" | "LITERAL" }>,
): Promise<{ query: string; rows: string | null }> {
  switch (source.kind) {
    case "QUERY":
      return { query: source.query, rows: null };
    case "TABLE": {
      const at =
        source.version_id === null ? "" : ` FOR VERSION AS OF ${await versionIdOf(scope, source.version_id)}`;
      return { query: `${queryOfTable(source.table)}${at}`, rows: null };
    }
    case "SNAPSHOT": {
      const name = "id" in source ? `snapshots.id_${source.id}` : taskReference(source.task_id, source.name);
      return { query: `SELECT * FROM ${tableName(name)}`, rows: null };
    }
    case "TASK_RESULT": {
      const rows = await resultRowsQuery(scope, source);
      return source.query === null ? { query: rows, rows: null } : { query: source.query, rows };
    }
  }
}
