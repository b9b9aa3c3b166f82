import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { localIdp } from "#local/idp/localIdp.ts";
import type { Platform } from "#local/startPlatform.ts";
import { preparePython } from "../python/preparePython.ts";
import { withPlatform } from "../python/withPlatform.ts";
import { seedWorkspace } from "../schemathesis/seedWorkspace.ts";
import { generatorSteps, type Step } from "./generators.ts";

const execute = promisify(execFile);
const here = import.meta.dirname;
const WORKSPACE = "generators";
/** Maximum output shown for a program that fails. */
const SHOWN_CHARACTERS = 4_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/**
 * Generates clients from the OpenAPI document of a running platform with third-party programs, compiles them, and uses one of
 * them. Returns the exit code.
 */
async function run(platform: Platform, programs: string): Promise<number> {
  const { url } = platform;
  const idp = localIdp(platform);
  const { clientId, staffOrganizationId } = await idp.settings();
  const token = await idp.userToken(clientId, "staff@example.org", staffOrganizationId);
  const { TABLE_ID } = await seedWorkspace(url, WORKSPACE, token);
  const folder = await mkdtemp(join(tmpdir(), "generators-"));
  let code = 0;
  try {
    const document = join(folder, "openapi.json");
    await writeFile(document, await (await fetch(`${url}/openapi.json`)).text());
    const steps = generatorSteps({ programs, document, folder, running: [url, WORKSPACE] });
    const environment = {
      ...process.env,
      ACCESS_TOKEN: token,
      TABLE_ID,
      REGION_URL: platform.euUrl,
      PYTHONDONTWRITEBYTECODE: "1",
      // The programs look for each other.
      PATH: `${programs}${delimiter}${process.env.PATH}`,
    };
    for (const [name, own] of Object.entries(steps)) {
      const { outcome, problem } = await tried(own, folder, environment);
      console.log(`${outcome}${name}${problem}`);
      if (outcome === "NOT OK: ") code = 1;
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return code;
}

interface Tried {
  outcome: "ok: " | "NOT OK: " | "skipped, ";
  problem: string;
}

/** Runs programs one at a time until one fails. Skips the rest if a program is missing. */
async function tried(steps: readonly Step[], cwd: string, env: NodeJS.ProcessEnv): Promise<Tried> {
  for (const [program, ...args] of steps) {
    const options = { cwd, env, maxBuffer: MAX_OUTPUT_BYTES };
    const failure = await execute(program, args, options).then(
      () => null,
      (error: Failure) => error,
    );
    if (failure?.code === "ENOENT") return { outcome: "skipped, ", problem: `: there is no ${program}` };
    if (failure) {
      const output = [failure.message, failure.stdout, failure.stderr].join("\n");
      return { outcome: "NOT OK: ", problem: `\n${output.slice(-SHOWN_CHARACTERS)}` };
    }
  }
  return { outcome: "ok: ", problem: "" };
}

type Failure = Error & { code?: unknown; stdout?: string; stderr?: string };

process.exitCode = await withPlatform(() => preparePython(join(here, "requirements.txt")), run);
