import { notFound } from "@pdp/basics/errors";
import { optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { requireNamespace } from "#shared/http/iceberg/icebergNamespace.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { NO_BODY } from "#shared/http/staticReply.ts";
import { referencedOnly } from "#shared/iceberg/tableMetadata.ts";
import { describeForIceberg } from "#shared/jobs/describeForIceberg.ts";
import { readerCredentials } from "#shared/objects/readerCredentials.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import { icebergTableOf } from "#shared/store/icebergTableOf.ts";
import { allTags } from "#shared/store/versionTags.ts";

export const loadIcebergTable = operation(
  {
    summary: "Load an Iceberg table",
    description:
      "Returns the table's metadata, in which each data version is a snapshot with the version's id and each tag is a ref, and temporary credentials for reading its files. `HEAD` returns 204 if the table exists. 503 with `Retry-After` while the snapshots of a long history are written for the first time.",
    method: "GET",
    path: "/iceberg/v1/{workspace}/namespaces/{namespace}/tables/{table}",
    tag: "SQL for other tools",
    audience: "member",
    role: "reader",
    isOfIceberg: true,
    needs: ["table:read", "lease:write", "lake:write", "lake:vend"],
    query: v.object({
      snapshots: v.pipe(
        optional(v.picklist(["all", "refs"])),
        v.description("`refs` returns only the snapshots of tags and of the latest version. Defaults to all"),
      ),
    }),
    response: {
      contentType: "application/json",
      example: {
        "metadata-location": "s3://lake/ws/1/tables/2/iceberg/metadata/3.metadata.json",
        metadata: {},
        config: {},
      },
      description: "The table as defined by the Iceberg REST catalog specification",
    },
    transport: "stream",
    internal: true,
    errors: [404, 429],
  },
  async ({ workspace, path, query, isHead, signal }) => {
    requireNamespace(path.namespace);
    const [{ id }, tags] = await Promise.all([
      icebergTableOf(workspace, path.table ?? ""),
      isHead ? [] : allTags(workspace),
    ]);
    const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
    if (isHead) return { statusCode: 204, headers, body: NO_BODY };
    const [table, config] = await Promise.all([
      runJob(describeForIceberg, workspace, { tableId: id, tags }, signal),
      readerCredentials(workspace),
    ]);
    if (!table) throw notFound("table", `"${path.table}"`);
    const { location, metadata } = table;
    const { bucket } = workspace.settings.regions[workspace.region];
    const answer = {
      "metadata-location": location,
      metadata: query.snapshots === "refs" ? referencedOnly(metadata) : metadata,
      config,
      "storage-credentials": [{ prefix: `s3://${bucket}/ws/${workspace.id}/`, config }],
    };
    const body = (async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(JSON.stringify(answer));
    })();
    return { headers, body };
  },
);
