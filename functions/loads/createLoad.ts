import { conflict, notFound } from "@pdp/basics/errors";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { requireLoadFits } from "#shared/domain/itemSizeLimits.ts";
import { Load, LoadCreate, type LoadTable, loadTables } from "#shared/domain/loads/load.ts";
import { createLoad as newLoad } from "#shared/domain/loads/loadTransitions.ts";
import { requireAddableColumns } from "#shared/history/requireAddableColumns.ts";
import { resolveTable } from "#shared/history/resolveTable.ts";
import { savedReferences } from "#shared/history/savedReferences.ts";
import { tableNotes } from "#shared/history/tableNotes.ts";
import { useDecimalColumns } from "#shared/history/useDecimalColumns.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { proposedColumns } from "#shared/proposals/proposedColumns.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { activeContext } from "#shared/store/contexts.ts";
import { withNewId } from "#shared/store/dynamodb/withNewId.ts";
import { createLoadRecord } from "#shared/store/loads.ts";
import { showLoad } from "#shared/store/shownLoads.ts";
import { findTables } from "#shared/store/tables.ts";

export const createLoad = operation(
  {
    summary: "Create a data load",
    description:
      "The new load is empty and `PENDING`: upload its files, then finalize it. `tables` defines the columns of each table's files. When the load is committed, missing tables are created and new columns are added to existing tables. At most 20 tables. A column may be named as in the file, such as `Tm (C)`; the response has the proposed name. `creates` marks tables that will be created, and `warnings` lists references that may be misspelled.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/load:create",
    tag: "Data loads",
    audience: "member",
    role: "scientist",
    needs: ["table:write"],
    body: LoadCreate,
    response: Load,
    errors: [404, 409],
    examples: {
      response: { state: "PENDING", files: [] },
      errors: {
        404: notFound("project", EXAMPLE_ID.project),
        409: conflict(
          "project_archived",
          `The project ${EXAMPLE_ID.project} is archived: unarchive it before you create a data load in it.`,
        ),
      },
    },
  },
  async ({ workspace, caller, body }) => {
    const configs = Object.fromEntries(
      Object.entries(body.tables ?? {}).map(([reference, config]) => [
        reference,
        { ...config, columns: proposedColumns(config.columns) },
      ]),
    );
    const given = loadTables(configs, ["body", "tables"]);
    const [context, existing] = await Promise.all([
      activeContext(workspace, body.context, "a data load"),
      findTables(workspace, Object.keys(given)),
    ]);
    const resolved: Record<string, LoadTable> = {};
    for (const [reference, table] of Object.entries(given)) {
      const loc = ["body", "tables", reference];
      resolved[reference] = await resolveTable(workspace, context, table, loc);
    }
    const stated = useDecimalColumns(resolved, existing);
    requireLoadFits(stated, ["body", "tables"]);
    requireAddableColumns(stated, existing, (reference) => ["body", "tables", reference, "columns"]);
    const { tables, warnings } = await tableNotes(workspace, stated, existing);
    return withNewId(async (id) => {
      const stamp = stampOf(caller);
      const load = { ...newLoad(id, context, tables, stamp, body.description), warnings };
      const change = await savedReferences(workspace, context, tables, configs, stamp);
      await createLoadRecord(workspace, load, change);
      return showLoad(load, []);
    });
  },
);
