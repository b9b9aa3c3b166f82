import { conflict } from "@pdp/basics/errors";
import * as v from "valibot";
import { EXAMPLE_ID, LoadId } from "#shared/domain/id.ts";
import { requireSettled } from "#shared/domain/loads/loadTransitions.ts";
import { problemRows } from "#shared/history/problemRows.ts";
import { attachment } from "#shared/http/attachment.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { getLoad } from "#shared/store/loads.ts";

export const downloadErrors = operation(
  {
    summary: "Download all problems of a data load as CSV",
    description:
      "Returns one row per problem, without a limit: `file,line,column,value,reason`, in UTF-8 with a header. For a `PENDING` load, the problems were found at upload; for a `FAILED` load, in its last attempt; for a `COMPLETED` load, they are the reasons why `bad_rows` skipped rows. Errors not related to a file have only a reason. Values are truncated to 200 characters, control characters are escaped (`\\n`), and text that a spreadsheet would interpret as a formula is prefixed with an apostrophe. 409 while the load is `LOADING` or `DELETING`.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/load:downloadErrors",
    tag: "Data loads",
    audience: "member",
    role: "reader",
    needs: ["table:read", "lake:read"],
    query: v.object({ id: LoadId }),
    response: {
      contentType: "text/csv",
      description: "CSV with the columns file, line, column, value, reason",
    },
    transport: "stream",
    errors: [404, 409],
    examples: {
      errors: {
        409: conflict(
          "load_state",
          `The load ${EXAMPLE_ID.load} is LOADING: its errors are available once it has finished.`,
        ),
      },
    },
  },
  async ({ workspace, query }) => {
    const load = await getLoad(workspace, query.id);
    requireSettled(load);
    return {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": attachment(`load-${load.id}-errors.csv`),
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      },
      body: problemRows(workspace, load),
    };
  },
);
