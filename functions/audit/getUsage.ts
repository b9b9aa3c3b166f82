import * as v from "valibot";
import { Usage, UsageMonth } from "#shared/domain/audit/usage.ts";
import { usageOf } from "#shared/history/usage.ts";
import { operation } from "#shared/http/operations/operation.ts";

export const getUsage = operation(
  {
    summary: "Get the use of the workspace in a month",
    description:
      "Sums the records of requests, and the computing time of tasks. The size of all objects is measured once a day.",
    method: "GET",
    path: "/v2/workspace/{workspace}/usage:get",
    tag: "Audit",
    audience: "member",
    role: "manager",
    needs: ["table:write", "lake:read"],
    query: v.object({ month: UsageMonth }),
    response: Usage,
  },
  ({ workspace, query }) => usageOf(workspace, query.month),
);
