import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { conflict, invalidField } from "#shared/domain/errors.ts";
import { EXAMPLE_ID, LoadId } from "#shared/domain/id.ts";
import { Load, LoadAddTable, loadTable } from "#shared/domain/loads/load.ts";
import { addTable } from "#shared/domain/loads/loadTransitions.ts";
import { TableReference } from "#shared/domain/table.ts";
import { now } from "#shared/runtime/ids.ts";
import { changeLoad, withFiles } from "#shared/store/loads.ts";

export const addLoadTable = operation(
  {
    summary: "Register a table in a data load",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/load:addTable",
    tag: "Data loads",
    audience: "member",
    needs: ["table:write"],
    query: v.object({ id: LoadId, table_ref: TableReference }),
    body: LoadAddTable,
    response: Load,
    errors: [404, 409],
    examples: {
      response: { state: "PENDING", files: [] },
      errors: {
        409: conflict("load_table_exists", `The load ${EXAMPLE_ID.load} has the table "variants" already.`),
      },
    },
  },
  async ({ workspace, caller, query, body }) => {
    if (body.table_ref && body.table_ref !== query.table_ref) {
      throw invalidField(["body", "table_ref"], "It differs from table_ref in the address", body.table_ref);
    }
    const table = loadTable(query.table_ref, body.config, ["body", "config"]);
    const stamp = { by: caller.userId, at: now() };
    const load = await changeLoad(workspace, query.id, (before) =>
      addTable(before, query.table_ref, table, stamp),
    );
    return withFiles(workspace, load);
  },
);
