import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { requireNamespace } from "#shared/http/icebergNamespace.ts";
import { readerCredentials } from "#shared/lake/readerCredentials.ts";
import { icebergTableOf } from "#shared/store/icebergTableOf.ts";

export const getIcebergCredentials = operation(
  {
    summary: "Get credentials for a table of the Iceberg catalog",
    description:
      "Credentials for an hour. They read the tables of the workspace in the object store, and nothing else of it.",
    method: "GET",
    path: "/iceberg/v1/{workspace}/namespaces/{namespace}/tables/{table}/credentials",
    tag: "SQL for other tools",
    audience: "member",
    isOfIceberg: true,
    needs: ["table:read", "lake:vend"],
    response: v.object({
      "storage-credentials": v.array(
        v.object({
          prefix: v.pipe(
            v.string(),
            v.description("Start of the addresses that the credentials read"),
            v.examples(["s3://lake/ws/140614041600017/"]),
          ),
          config: v.pipe(
            v.record(v.string(), v.string()),
            v.description("Properties of a client of Iceberg"),
            v.examples([{ "s3.access-key-id": "ASIAEXAMPLE", "s3.region": "eu-central-1" }]),
          ),
        }),
      ),
    }),
    internal: true,
    errors: [404],
  },
  async ({ workspace, path }) => {
    requireNamespace(path.namespace);
    await icebergTableOf(workspace, path.table ?? "");
    const { bucket } = workspace.settings.regions[workspace.region];
    const config = await readerCredentials(workspace);
    return { "storage-credentials": [{ prefix: `s3://${bucket}/ws/${workspace.id}/`, config }] };
  },
);
