import { optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { operation } from "#shared/http/operations/operation.ts";
import { objectAddress } from "#shared/objects/readerCredentials.ts";

export const getIcebergConfig = operation(
  {
    summary: "Get the Iceberg catalog configuration",
    description:
      "Entry point of the Iceberg REST protocol. `warehouse` is the workspace's name; it can be omitted if your organization has only one workspace. To connect tools, see `docs/connect.md`.",
    method: "GET",
    path: "/iceberg/v1/config",
    tag: "SQL for other tools",
    audience: "member",
    role: "reader",
    byCatalog: true,
    isOfIceberg: true,
    needs: [],
    query: v.object({
      warehouse: v.pipe(
        optional(v.string()),
        v.description("The workspace's name"),
        v.examples(["protein-lab"]),
      ),
    }),
    response: v.object({
      defaults: v.pipe(v.record(v.string(), v.string()), v.examples([{ "s3.region": "eu-central-1" }])),
      overrides: v.object({
        prefix: v.pipe(
          v.string(),
          v.description("Prefix of the paths in later requests"),
          v.examples(["protein-lab"]),
        ),
      }),
      endpoints: v.pipe(
        v.array(v.string()),
        v.description("Methods and paths that the catalog supports"),
        v.examples([["GET /v1/{prefix}/namespaces"]]),
      ),
    }),
    internal: true,
  },
  async ({ workspace }) => ({
    // The catalog issues credentials for the objects with each table, to clients that ask for them.
    defaults: { ...objectAddress(workspace), "header.X-Iceberg-Access-Delegation": "vended-credentials" },
    overrides: { prefix: workspace.name ?? "" },
    endpoints: ENDPOINTS,
  }),
);

const NAMESPACES = "/v1/{prefix}/namespaces";
const TABLE = `${NAMESPACES}/{namespace}/tables/{table}`;
/** Clients use no other paths, so any write fails before it begins. */
const ENDPOINTS = [
  `GET ${NAMESPACES}`,
  `GET ${NAMESPACES}/{namespace}`,
  `HEAD ${NAMESPACES}/{namespace}`,
  `GET ${NAMESPACES}/{namespace}/tables`,
  `GET ${TABLE}`,
  `HEAD ${TABLE}`,
  `GET ${TABLE}/credentials`,
];
