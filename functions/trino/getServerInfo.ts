import { TRINO_RELEASE } from "@pdp/trino/compile";
import * as v from "valibot";
import { operation } from "#shared/http/operations/operation.ts";

export const getServerInfo = operation(
  {
    summary: "Get the Trino protocol version",
    description:
      "Returns the Trino release that the SQL dialect is compatible with, in the form that Trino clients expect. No token is required.",
    method: "GET",
    path: "/v1/info",
    tag: "SQL for other tools",
    audience: "open",
    alsoRegional: true,
    needs: [],
    response: v.object({
      nodeVersion: v.object({ version: v.pipe(v.string(), v.examples([TRINO_RELEASE])) }),
      environment: v.pipe(v.string(), v.examples(["production"])),
      coordinator: v.boolean(),
      starting: v.boolean(),
      uptime: v.pipe(v.string(), v.examples(["1.00d"])),
    }),
    internal: true,
  },
  async () => ({
    nodeVersion: { version: TRINO_RELEASE },
    environment: "production",
    coordinator: true,
    starting: false,
    uptime: "1.00d",
  }),
);
