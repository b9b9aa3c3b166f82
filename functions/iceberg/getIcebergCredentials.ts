import * as v from "valibot";
import { requireNamespace } from "#shared/http/iceberg/icebergNamespace.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { readerCredentials } from "#shared/objects/readerCredentials.ts";
import { icebergTableOf } from "#shared/store/icebergTableOf.ts";

export const getIcebergCredentials = operation(
  {
    summary: "Get credentials for an Iceberg table",
    description:
      "Returns credentials valid for one hour. They grant read access only to the workspace's tables in the object store.",
    method: "GET",
    path: "/iceberg/v1/{workspace}/namespaces/{namespace}/tables/{table}/credentials",
    tag: "SQL for other tools",
    audience: "member",
    role: "reader",
    isOfIceberg: true,
    needs: ["table:read", "lake:vend"],
    response: v.object({
      "storage-credentials": v.array(
        v.object({
          prefix: v.pipe(
            v.string(),
            v.description("Prefix of the object URLs that the credentials can read"),
            v.examples(["s3://lake/ws/140614041600017/"]),
          ),
          config: v.pipe(
            v.record(v.string(), v.string()),
            v.description("Iceberg client properties"),
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
