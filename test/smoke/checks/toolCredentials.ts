import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import {
  artifactPayloadKey,
  manifestsPrefix,
  resultKey,
  segmentsPrefix,
  uploadKey,
  workspacePrefix,
} from "#shared/objects/keys.ts";
import { decodeAvro } from "#test/support/decodeAvro.ts";
import type { Check } from "../check.ts";
import { expectAnswer, expectEqual } from "../expect.ts";
import { loadAll } from "../loads.ts";
import { type Attempt, findUnexpected } from "../narrowedAccess.ts";
import { send } from "../send.ts";
import type { SmokeWorkspace } from "../smokeLab.ts";

const TABLE = "for_tools";

/** Checks what can be read with the credentials that the Iceberg catalog returns with a table. */
export const toolCredentials: Check = {
  summary:
    "credentials from the Iceberg catalog read the workspace's rows and their metadata, and are denied everything else",
  run: async ({ own, other, options: { patience } }) => {
    const [mine, theirs] = [await openTable(own, patience), await openTable(other, patience)];
    const problems = [
      ...(await findUnexpected(attempts(mine, theirs))),
      ...(await findUnexpected(attempts(theirs, mine))),
    ];
    mine.client.destroy();
    theirs.client.destroy();
    if (problems.length > 0) throw new Error(`The credentials ${[...new Set(problems)].join("; ")}`);
    return `${attempts(mine, theirs).length} accesses with the credentials of each workspace`;
  },
};

/** Table as a tool opens it. */
interface OpenTable {
  client: S3Client;
  bucket: string;
  workspaceId: string;
  tableId: string;
  loadId: string;
  fileId: string;
  /** Keys of objects that the tool reads. */
  metadata: string;
  list: string;
  manifest: string;
  dataFile: string;
}

async function openTable(workspace: SmokeWorkspace, patience: number): Promise<OpenTable> {
  const { id: loadId, files } = await loadAll(
    workspace,
    {
      table: TABLE,
      format: "CSV",
      columns: [{ name: "a", type: "STRING" }],
      content: { "tools.csv": "a\nx\ny\n" },
    },
    patience,
  );
  const { id: tableId } = await workspace.api.get<{ id: string }>(`/data/table:get?reference=${TABLE}`);
  const { origin, name, token, signal, id: workspaceId } = workspace;
  const path = `/iceberg/v1/${name}/namespaces/main/tables/${TABLE}`;
  const answer = await send({ method: "GET", origin, path, token, signal });
  expectAnswer("The loaded table", answer, 200);
  const loaded = answer.json as {
    "metadata-location": string;
    metadata: { snapshots: { "manifest-list": string; summary: Record<string, string> }[] };
    config: Record<string, string>;
  };
  const { config, metadata } = loaded;
  const client = clientOf(config);
  const { bucket, key: metadataKey } = placeOf(loaded["metadata-location"]);
  const latest = metadata.snapshots.at(-1);
  expectEqual("The rows of the latest snapshot", latest?.summary["total-records"], "2");
  const list = placeOf(latest?.["manifest-list"] ?? "").key;
  const read = (key: string): Promise<Buffer> => contentOf(client, bucket, key);
  const [listed] = decodeAvro(await read(list)).records as { manifest_path: string }[];
  const manifest = placeOf(listed?.manifest_path ?? "").key;
  const [entry] = decodeAvro(await read(manifest)).records as { data_file: { file_path: string } }[];
  const dataFile = placeOf(entry?.data_file.file_path ?? "").key;
  expectEqual("The start of the data file", (await read(dataFile)).subarray(0, 4).toString(), "PAR1");
  const keys = { metadata: metadataKey, list, manifest, dataFile };
  return { client, bucket, workspaceId, tableId, loadId, fileId: files[0]?.id ?? "", ...keys };
}

/** Returns what a tool may do with its credentials, and what it may not. */
function attempts(mine: OpenTable, theirs: OpenTable): Attempt[] {
  const { client, bucket: Bucket, workspaceId, tableId, loadId, fileId } = mine;
  const read = (Key: string) => () => contentOf(client, Bucket, Key);
  const list = (Prefix: string) => () =>
    client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }));
  const allowed: [what: string, key: string][] = [
    ["read the metadata", mine.metadata],
    ["read the manifest list", mine.list],
    ["read the manifest", mine.manifest],
    ["read the data file", mine.dataFile],
  ];
  const denied: [what: string, key: string][] = [
    ["read another workspace's metadata", theirs.metadata],
    ["read another workspace's manifest list", theirs.list],
    ["read another workspace's manifest", theirs.manifest],
    ["read another workspace's data file", theirs.dataFile],
    ["read another workspace's upload", uploadKey(theirs.workspaceId, theirs.loadId, theirs.fileId)],
    ["read an upload", uploadKey(workspaceId, loadId, fileId)],
    ["read an artifact", artifactPayloadKey(workspaceId, loadId, "report.json")],
    ["read a result", resultKey(workspaceId, "1")],
    ["read the platform's manifests", `${manifestsPrefix(workspaceId, tableId)}1.json`],
    ["read the platform's segments", `${segmentsPrefix(workspaceId, tableId)}1.json`],
  ];
  const change = { Bucket, Key: mine.dataFile };
  return [
    ...allowed.map(([what, key]) => ({ what, allowed: true, run: read(key) })),
    ...denied.map(([what, key]) => ({ what, allowed: false, run: read(key) })),
    { what: "list its objects", allowed: false, run: list(workspacePrefix(workspaceId)) },
    { what: "list everybody's objects", allowed: false, run: list("") },
    {
      what: "write a data file",
      allowed: false,
      run: () => client.send(new PutObjectCommand({ ...change, Body: "x" })),
    },
    { what: "delete a data file", allowed: false, run: () => client.send(new DeleteObjectCommand(change)) },
  ];
}

/** Returns a client with the settings that tools get. On AWS, the settings contain no endpoint. */
function clientOf(config: Record<string, string>): S3Client {
  const endpoint = config["s3.endpoint"] ?? process.env.AWS_ENDPOINT_URL_S3;
  return new S3Client({
    region: config["client.region"] ?? "",
    credentials: {
      accessKeyId: config["s3.access-key-id"] ?? "",
      secretAccessKey: config["s3.secret-access-key"] ?? "",
      sessionToken: config["s3.session-token"] ?? "",
    },
    ...(endpoint && { endpoint, forcePathStyle: true }),
  });
}

async function contentOf(client: S3Client, Bucket: string, Key: string): Promise<Buffer> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

function placeOf(uri: string): { bucket: string; key: string } {
  const { hostname, pathname } = new URL(uri);
  return { bucket: hostname, key: pathname.slice(1) };
}
