import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { decodeAvro } from "./decodeAvro.ts";

/** Response of the Iceberg catalog to a tool that opens a table. */
export interface LoadedTable {
  "metadata-location": string;
  metadata: { snapshots: { "manifest-list": string; summary: Record<string, string> }[] };
  config: Record<string, string>;
}

/** Table as a tool reads it, with the credentials from the catalog. */
export interface VendedTable {
  client: S3Client;
  bucket: string;
  /** Keys of the objects of the latest snapshot. */
  metadata: string;
  list: string;
  manifest: string;
  dataFile: string;
}

/** Follows the latest snapshot of a table to a file with its rows. */
export async function openVendedTable({
  config,
  metadata,
  "metadata-location": location,
}: LoadedTable): Promise<VendedTable> {
  const client = vendedClient(config);
  const { bucket, key } = locationOf(location);
  const records = async (name: string) => decodeAvro(await objectOf(client, bucket, name)).records;
  const list = locationOf(metadata.snapshots.at(-1)?.["manifest-list"]).key;
  const [listed] = (await records(list)) as { manifest_path: string }[];
  const manifest = locationOf(listed?.manifest_path).key;
  const [entry] = (await records(manifest)) as { data_file: { file_path: string } }[];
  return {
    client,
    bucket,
    metadata: key,
    list,
    manifest,
    dataFile: locationOf(entry?.data_file.file_path).key,
  };
}

/** Returns a client with the settings that tools get. On AWS, the settings contain no endpoint. */
export function vendedClient(
  config: Record<string, string>,
  sessionToken = config["s3.session-token"] ?? "",
): S3Client {
  const endpoint = config["s3.endpoint"] ?? process.env.AWS_ENDPOINT_URL_S3;
  return new S3Client({
    region: config["client.region"] ?? "",
    credentials: {
      accessKeyId: config["s3.access-key-id"] ?? "",
      secretAccessKey: config["s3.secret-access-key"] ?? "",
      sessionToken,
    },
    maxAttempts: 1,
    ...(endpoint && { endpoint, forcePathStyle: true }),
  });
}

export async function objectOf(client: S3Client, Bucket: string, Key: string): Promise<Buffer> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

function locationOf(uri = ""): { bucket: string; key: string } {
  const [, , bucket = "", ...path] = uri.split("/");
  return { bucket, key: path.join("/") };
}
