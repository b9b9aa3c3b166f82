import {
  CopyObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { expect } from "vitest";
import { request } from "#test/support/http.ts";
import type { Lab } from "#test/support/lab.ts";
import { openVendedTable, vendedClient } from "#test/support/vendedTable.ts";

/** Credentials that the Iceberg catalog issues, and the metadata file of a table that they can read. */
export interface Vended {
  client: (token?: string) => S3Client;
  token: string;
  bucket: string;
  /** Prefix of the workspace's objects, without the final slash. */
  folder: string;
  key: string;
  /** File with the rows of the table. */
  dataKey: string;
}

export async function vend({ regionUrl, name, token }: Lab): Promise<Vended> {
  const url = `${regionUrl}/iceberg/v1/${name}/namespaces/main/tables/secrets`;
  const { body } = await request("GET", url, { token });
  const { bucket, metadata, dataFile } = await openVendedTable(body);
  return {
    client: (sessionToken) => vendedClient(body.config, sessionToken),
    dataKey: dataFile,
    token: body.config["s3.session-token"],
    bucket,
    folder: metadata.split("/").slice(0, 2).join("/"),
    key: metadata,
  };
}

/** Returns a token that names another workspace, with the signature of the original. */
function forged({ token, folder }: Vended, theirs: Vended): string {
  const [claims = "", signature] = token.split(".");
  const text = Buffer.from(claims, "base64url").toString();
  const changed = text.replace(folder.slice("ws/".length), theirs.folder.slice("ws/".length));
  expect(changed).not.toBe(text);
  return `${Buffer.from(changed).toString("base64url")}.${signature}`;
}

type Attack = [name: string, error: string, attempt: (own: Vended, theirs: Vended) => Promise<unknown>];

const ATTACKS: Attack[] = [
  [
    "reads a foreign object",
    "AccessDenied",
    ({ client, bucket }, { key }) => client().send(new GetObjectCommand({ Bucket: bucket, Key: key })),
  ],
  [
    "reads foreign rows",
    "AccessDenied",
    ({ client, bucket }, { dataKey }) =>
      client().send(new GetObjectCommand({ Bucket: bucket, Key: dataKey })),
  ],
  [
    "reads a foreign object above its folder",
    "AccessDenied",
    ({ client, bucket, folder }, { key }) =>
      client().send(new GetObjectCommand({ Bucket: bucket, Key: `${folder}/tables/../../../${key}` })),
  ],
  [
    "copies a foreign object",
    "AccessDenied",
    ({ client, bucket, folder }, { key }) => {
      const CopySource = `${bucket}/${key}`;
      return client().send(new CopyObjectCommand({ Bucket: bucket, Key: `${folder}/copy`, CopySource }));
    },
  ],
  [
    "overwrites its metadata and lists its folder",
    "AccessDenied",
    async ({ client, bucket, folder, key }) => {
      const write = client().send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: "x" }));
      expect(await errorOf(write)).toBe("AccessDenied");
      return client().send(new ListObjectsV2Command({ Bucket: bucket, Prefix: `${folder}/` }));
    },
  ],
  [
    "names another workspace in its token",
    "InvalidToken",
    (own, theirs) =>
      own.client(forged(own, theirs)).send(new GetObjectCommand({ Bucket: own.bucket, Key: theirs.key })),
  ],
];

function errorOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "it succeeded",
    (error: Error) => error.name,
  );
}

/** Carries out all attacks with issued credentials, and returns their outcomes and the expected ones. */
export async function credentialOutcomes(lab: Lab, victim: Lab): Promise<[found: object, expected: object]> {
  const [own, theirs] = [await vend(lab), await vend(victim)];
  // Both workspaces have rows, and each can read its own.
  for (const { client, bucket, key, dataKey } of [own, theirs]) {
    for (const Key of [key, dataKey])
      expect(await errorOf(client().send(new GetObjectCommand({ Bucket: bucket, Key })))).toBe(
        "it succeeded",
      );
  }
  const found = await Promise.all(
    ATTACKS.map(async ([name, , attempt]) => [name, await errorOf(attempt(own, theirs))]),
  );
  return [found, ATTACKS.map(([name, error]) => [name, error])];
}
