import { conflict, invalidField } from "@pdp/basics/errors";
import { optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { EXAMPLE_ID, LoadId } from "#shared/domain/id.ts";
import { Load, LoadAddTable, type LoadRecord, type LoadTable, loadTable } from "#shared/domain/loads/load.ts";
import { addTable } from "#shared/domain/loads/loadTransitions.ts";
import { TableReference } from "#shared/domain/table.ts";
import { requireAddableColumns } from "#shared/history/requireAddableColumns.ts";
import { resolveTable } from "#shared/history/resolveTable.ts";
import { savedReferences } from "#shared/history/savedReferences.ts";
import { tableNotes } from "#shared/history/tableNotes.ts";
import { useDecimalColumns } from "#shared/history/useDecimalColumns.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { proposedColumns } from "#shared/proposals/proposedColumns.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { changeActiveLoad, getLoad } from "#shared/store/loads.ts";
import type { ProjectChange } from "#shared/store/projects.ts";
import { withFiles } from "#shared/store/shownLoads.ts";
import { findTables } from "#shared/store/tables.ts";

export const addLoadTable = operation(
  {
    summary: "Register a table in a data load",
    description:
      "Specify `table_ref` in the query or the body; if both are given, they must be equal. 409 in an archived project or round.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/load:addTable",
    tag: "Data loads",
    audience: "member",
    role: "scientist",
    needs: ["table:write"],
    query: v.object({ id: LoadId, table_ref: optional(TableReference) }),
    body: LoadAddTable,
    response: Load,
    errors: [404, 409],
    examples: {
      response: { state: "PENDING", files: [] },
      errors: {
        409: conflict("load_table_exists", `The load ${EXAMPLE_ID.load} already has the table "variants".`),
      },
    },
  },
  async ({ workspace, caller, query, body }) => {
    const reference = referenceOf(query.table_ref, body.table_ref || null);
    const loc = ["body", "config"];
    const config = { ...body.config, columns: proposedColumns(body.config.columns) };
    const given = loadTable(reference, config, loc);
    const [{ context }, existing] = await Promise.all([
      getLoad(workspace, query.id),
      findTables(workspace, [reference]),
    ]);
    const resolved = await resolveTable(workspace, context, given, loc);
    const tables = useDecimalColumns({ [reference]: resolved }, existing);
    requireAddableColumns(tables, existing, () => ["body", "config", "columns"]);
    const table = tables[reference] as LoadTable;
    const configs = { [reference]: config };
    const stamp = stampOf(caller);
    let change: ProjectChange | null = null;
    const rule = async (before: LoadRecord): Promise<LoadRecord> => {
      const after = addTable(before, reference, table, stamp);
      change = await savedReferences(workspace, context, tables, configs, stamp);
      return { ...after, ...(await tableNotes(workspace, after.tables)) };
    };
    const load = await changeActiveLoad(workspace, query.id, rule, () => change);
    return withFiles(workspace, load);
  },
);

/** Returns the reference in the query or the body. Responds with 422 if neither contains one, or if they differ. */
function referenceOf(inQuery: string | null, inBody: string | null): string {
  if (inQuery !== null && inBody !== null && inQuery !== inBody) {
    throw invalidField(["body", "table_ref"], "Differs from table_ref in the query", inBody);
  }
  const reference = inQuery ?? inBody;
  if (reference === null)
    throw invalidField(["query", "table_ref"], "Field required in the query or the body");
  return reference;
}
