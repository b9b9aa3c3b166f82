import * as v from "valibot";
import { operation } from "#shared/http/operations/operation.ts";

export const raiseError = operation(
  {
    summary: "Always respond with an HTTP 500 error, for testing error handling",
    method: "GET",
    path: "/500",
    tag: "Diagnostics",
    audience: "open",
    needs: [],
    response: v.pipe(
      v.unknown(),
      v.description("Never returned: the operation always fails"),
      v.examples([null]),
    ),
    internal: true,
  },
  async () => {
    throw new Error("This error was raised intentionally");
  },
);
