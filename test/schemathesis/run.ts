import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localIdp } from "#local/idp/localIdp.ts";
import type { Platform } from "#local/startPlatform.ts";
import { preparePython } from "../python/preparePython.ts";
import { runProgram, withPlatform } from "../python/withPlatform.ts";
import { seedWorkspace } from "./seedWorkspace.ts";

const here = import.meta.dirname;
const WORKSPACE = "schemathesis";

/** Settings that enable every operation in the document. */
const SETTINGS = {
  IDP_WEBHOOK_SECRET: randomBytes(32).toString("hex"),
  IDP_WEBHOOK_PATH: "events",
  DOCS_PORTAL_URL: "https://docs.example.org",
  DOCS_PORTAL_SECRET: randomBytes(32).toString("hex"),
};

/** Sends requests that schemathesis generates from the OpenAPI document to a separate platform; arguments are passed through. */
async function run(platform: Platform, programs: string): Promise<number> {
  const { url } = platform;
  const idp = localIdp(platform);
  const { clientId, staffOrganizationId } = await idp.settings();
  const token = await idp.userToken(clientId, "staff@example.org", staffOrganizationId);
  const ids = await seedWorkspace(url, WORKSPACE, token);
  const directory = await mkdtemp(join(tmpdir(), "schemathesis-"));
  try {
    const config = join(directory, "schemathesis.toml");
    const text = await readFile(join(here, "schemathesis.toml"), "utf8");
    await writeFile(config, filledIn(text, { STAFF_TOKEN: token, WORKSPACE, ...ids }));
    const args = ["--config-file", config, "run", `${url}/openapi.json`, ...process.argv.slice(2)];
    const environment = { HYPOTHESIS_STORAGE_DIRECTORY: join(directory, "hypothesis") };
    return await runProgram(join(programs, "schemathesis"), args, here, environment);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Replaces each `${NAME}` in a string with its value. */
function filledIn(text: string, values: Record<string, string>): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The configuration names ${name}, which has no value`);
    return value;
  });
}

process.exitCode = await withPlatform(() => preparePython(join(here, "requirements.txt")), run, SETTINGS);
