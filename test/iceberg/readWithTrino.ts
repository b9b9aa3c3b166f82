import type { Platform } from "#local/startPlatform.ts";
import { askTrino, type TrinoType } from "#test/support/athena/trinoClient.ts";
import type { Catalog } from "./readWithSpark.ts";
import { type CatalogProperties, startTrino } from "./startTrino.ts";

const PLACE = { catalog: "lab", schema: "main" };

/** Properties of Trino's catalog for a workspace. The catalog reads objects with the credentials that the platform issues. */
export function catalogProperties(platform: Platform, { url, workspace, token }: Catalog): CatalogProperties {
  const { regions, endpoints } = platform.settings.EU;
  return {
    connector: "iceberg",
    "iceberg.catalog.type": "rest",
    "iceberg.rest-catalog.uri": `${url}/iceberg`,
    "iceberg.rest-catalog.warehouse": workspace,
    "iceberg.rest-catalog.security": "OAUTH2",
    "iceberg.rest-catalog.oauth2.token": token,
    "iceberg.rest-catalog.vended-credentials-enabled": "true",
    "fs.native-s3.enabled": "true",
    "s3.region": regions.EU.awsRegion,
    "s3.endpoint": endpoints.s3 ?? "",
    "s3.path-style-access": "true",
  };
}

/** Runs queries with Trino's Iceberg connector. Returns lines like `readWithSpark`. Throws NoJava if Java 24 or Maven is missing. */
export async function readWithTrino(
  platform: Platform,
  catalog: Catalog,
  queries: readonly string[],
): Promise<string> {
  const trino = await startTrino({ lab: catalogProperties(platform, catalog) });
  try {
    const lines: string[] = [];
    for (const [number, query] of queries.entries()) {
      for (const row of await rowsOf(trino.url, query)) lines.push(`${number}\t${JSON.stringify(row)}\n`);
    }
    return lines.join("");
  } finally {
    await trino.stop();
  }
}

/** Returns a query's rows as objects in which numbers keep all their digits, or its error. */
async function rowsOf(url: string, query: string): Promise<unknown[]> {
  try {
    const { columns, rows } = await askTrino(url, query, PLACE, withDigits);
    return rows.map((row) =>
      Object.fromEntries(
        columns.map(({ name, typeSignature }, index) => [name, plainValue(row[index], typeSignature)]),
      ),
    );
  } catch (error) {
    return [String(error)];
  }
}

/** Parses JSON; numbers become text that JSON.stringify writes with the same digits. */
function withDigits(json: string): unknown {
  const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };
  const keep = (_: string, value: unknown, { source }: { source: string }): unknown =>
    typeof value === "number" ? rawJSON(source) : value;
  return JSON.parse(json, keep as unknown as (key: string, value: unknown) => unknown);
}

/** Field of a row, as Trino describes it. */
interface RowField {
  fieldName: { name: string };
  typeSignature: TrinoType;
}

/** Returns a value with the names of its fields, and with timestamps in ISO form. */
function plainValue(value: unknown, type: TrinoType): unknown {
  if (value === null || value === undefined) return null;
  const parts = type.arguments.map((argument) => argument.value);
  switch (type.rawType) {
    case "timestamp":
      return String(value).replace(" ", "T");
    case "array":
      return (value as unknown[]).map((item) => plainValue(item, parts[0] as TrinoType));
    case "row":
      return Object.fromEntries(
        (parts as RowField[]).map(({ fieldName, typeSignature }, index) => [
          fieldName.name,
          plainValue((value as unknown[])[index], typeSignature),
        ]),
      );
    default:
      return value;
  }
}
