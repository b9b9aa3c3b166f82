import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, inflateRawSync } from "node:zlib";
import type { DuckDBConnection } from "@duckdb/node-api";

/** File with decoded content in which a string was found, and how it was decoded. */
export interface Finding {
  path: string;
  decoded: "bytes" | "parquet" | "gzip" | "zip" | "base64" | "sqlite";
}

/** Folders in a platform's state that do not contain tenant data. */
const SKIPPED = new Set(["node", "compiled", ".compiled"]);

/**
 * Decodes every file under a folder and returns the files that contain any of the strings. Databases are read as they are on
 * disk, with their free pages and journals.
 */
export async function filesWith(
  folder: string,
  texts: readonly string[],
  connection: DuckDBConnection,
  isWanted: (path: string) => boolean = () => true,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const path of filesIn(folder)) {
    if (!isWanted(path)) continue;
    const bytes = await ifPresent(readFile(path));
    if (bytes === null) continue;
    if (path.includes(".sqlite")) {
      if (holds(bytes, texts)) findings.push({ path, decoded: "sqlite" });
      continue;
    }
    for (const [decoded, content] of await decodings(path, bytes, connection)) {
      if (!holds(content, texts)) continue;
      findings.push({ path, decoded });
      break;
    }
  }
  return findings;
}

/** Yields the paths of all files under a folder. Other tests of the same platform remove their folders meanwhile. */
async function* filesIn(folder: string): AsyncGenerator<string> {
  for (const entry of (await ifPresent(readdir(folder, { withFileTypes: true }))) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile() && !SKIPPED.has(entry.name)) yield path;
  }
}

/** Returns null for a file or folder that no longer exists. */
async function ifPresent<Content>(content: Promise<Content>): Promise<Content | null> {
  try {
    return await content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function holds(content: Buffer, texts: readonly string[]): boolean {
  return texts.some((text) => content.includes(text) || content.includes(Buffer.from(text, "utf16le")));
}

async function decodings(
  path: string,
  bytes: Buffer,
  connection: DuckDBConnection,
): Promise<[Finding["decoded"], Buffer][]> {
  const found: [Finding["decoded"], Buffer][] = [["bytes", bytes]];
  const magic = bytes.subarray(0, 4).toString("latin1");
  if (magic === "PAR1") {
    const quoted = path.replaceAll("'", "''");
    const reader = await connection.runAndReadAll(
      `SELECT CAST(t AS VARCHAR) AS row FROM read_parquet('${quoted}') t`,
    );
    found.push(["parquet", Buffer.from(reader.getRows().join("\n"))]);
  }
  if (magic.startsWith("\u001f\u008b")) found.push(["gzip", unpacked(() => gunzipSync(bytes))]);
  if (magic === "PK\u0003\u0004") found.push(["zip", unpackedZip(bytes)]);
  for (const [, text = ""] of bytes.toString("latin1").matchAll(/"([A-Za-z0-9+/]{24,}={0,2})"/g)) {
    found.push(["base64", Buffer.from(text, "base64")]);
  }
  return found;
}

function unpacked(unpack: () => Buffer): Buffer {
  try {
    return unpack();
  } catch {
    return Buffer.alloc(0);
  }
}

/** Unpacks the entries in a ZIP file by their local headers. */
function unpackedZip(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = bytes.indexOf("PK\u0003\u0004"); at >= 0; at = bytes.indexOf("PK\u0003\u0004", at + 4)) {
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    parts.push(unpacked(() => inflateRawSync(bytes.subarray(start), { finishFlush: 2 })));
  }
  return Buffer.concat(parts);
}
