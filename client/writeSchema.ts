import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { documentation } from "#functions/documentation.ts";
import { operations } from "#functions/operations.ts";
import { openApiDocument } from "#shared/http/openapi/openapi.ts";

/**
 * Writes the API types described by the OpenAPI document to a file: `node client/writeSchema.ts [file]`, by default
 * `client/schema.ts`.
 */
const SERVERS = {
  platform: "https://api.example.org",
  EU: "https://eu.api.example.org",
  US: "https://us.api.example.org",
};
const generator = resolve(import.meta.dirname, "../test/client/generateTypes.ts");

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Removes the parts of a document that the client types do not need: examples, and error responses, for which the client
 * throws `ApiError`. `isMap` is true if the object's keys are names rather than keywords.
 */
export function withoutExamples(node: Json, isMap = false): Json {
  if (Array.isArray(node)) return node.map((item) => withoutExamples(item));
  if (typeof node !== "object" || node === null) return node;
  const kept = Object.entries(node).filter(
    ([key]) => isMap || (key !== "example" && key !== "examples" && !/^[45]\d\d$/.test(key)),
  );
  return Object.fromEntries(
    kept.map(([key, value]) => [key, withoutExamples(value, !isMap && MAPS.has(key))]),
  );
}

/** Keywords with values that have field names, rather than keywords, as their keys. */
const MAPS = new Set(["properties", "schemas", "paths"]);

export async function writeSchema(file: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "schema-"));
  try {
    const document = join(directory, "openapi.json");
    const whole = openApiDocument({ ...operations, ...documentation }, SERVERS) as Json;
    await writeFile(document, JSON.stringify(withoutExamples(whole)));
    await promisify(execFile)(process.execPath, [generator, pathToFileURL(document).href, resolve(file)], {
      cwd: resolve(generator, ".."),
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  await writeSchema(process.argv[2] ?? resolve(import.meta.dirname, "schema.ts"));
}
