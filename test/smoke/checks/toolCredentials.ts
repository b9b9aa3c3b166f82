import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";
import { expect } from "vitest";
import {
  artifactPayloadKey,
  manifestsPrefix,
  resultKey,
  segmentsPrefix,
  uploadKey,
  workspacePrefix,
} from "#shared/objects/keys.ts";
import { type LoadedTable, objectOf, openVendedTable, type VendedTable } from "#test/support/vendedTable.ts";
import { loadAll } from "../loads.ts";
import { type Attempt, findUnexpected } from "../narrowedAccess.ts";
import { send } from "../send.ts";
import { type Check, expectAnswer, type SmokeWorkspace } from "../smokeTest.ts";

const TABLE = "for_tools";

/** Checks what can be read with the credentials that the Iceberg catalog returns with a table. */
export const toolCredentials: Check = async ({ lab, annotate }) => {
  const { patience } = lab.options;
  const [mine, theirs] = [await openTable(lab.first, patience), await openTable(lab.second, patience)];
  const problems = [
    ...(await findUnexpected(attempts(mine, theirs))),
    ...(await findUnexpected(attempts(theirs, mine))),
  ];
  mine.client.destroy();
  theirs.client.destroy();
  if (problems.length > 0) throw new Error(`The credentials ${[...new Set(problems)].join("; ")}`);
  await annotate(`${attempts(mine, theirs).length} accesses with the credentials of each workspace`);
};

/** Table as a tool opens it, and where it comes from. */
interface OpenTable extends VendedTable {
  workspaceId: string;
  tableId: string;
  loadId: string;
  fileId: string;
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
  const loaded = answer.json as unknown as LoadedTable;
  const rows = loaded.metadata.snapshots.at(-1)?.summary["total-records"];
  expect(rows, "rows of the latest snapshot").toBe("2");
  const table = await openVendedTable(loaded);
  const content = await objectOf(table.client, table.bucket, table.dataFile);
  expect(content.subarray(0, 4).toString(), "start of the data file").toBe("PAR1");
  return { ...table, workspaceId, tableId, loadId, fileId: files[0]?.id ?? "" };
}

/** Returns what a tool may do with its credentials, and what it may not. */
function attempts(mine: OpenTable, theirs: OpenTable): Attempt[] {
  const { client, bucket: Bucket, workspaceId, tableId, loadId, fileId } = mine;
  const read = (Key: string) => () => objectOf(client, Bucket, Key);
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
