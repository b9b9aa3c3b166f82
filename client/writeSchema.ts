import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { documentation } from "#functions/documentation.ts";
import { operations } from "#functions/operations.ts";
import { openApiDocument } from "#shared/api/openapi.ts";

/**
 * Writes the types of the API, which the OpenAPI document describes, to a file: `node client/writeSchema.ts [file]`, by
 * default `client/schema.ts`.
 */
const SERVERS = {
  platform: "https://api.example.org",
  EU: "https://eu.api.example.org",
  US: "https://us.api.example.org",
};
const generator = resolve(import.meta.dirname, "../test/client/generateTypes.ts");

export async function writeSchema(file: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "schema-"));
  try {
    const document = join(directory, "openapi.json");
    await writeFile(document, JSON.stringify(openApiDocument({ ...operations, ...documentation }, SERVERS)));
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
