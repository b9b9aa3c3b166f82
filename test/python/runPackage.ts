import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { localIdp } from "#local/idp/localIdp.ts";
import type { Platform } from "#local/startPlatform.ts";
import { ApiClient } from "../../examples/apiClient.ts";
import { INSTRUMENT_FILES, instrumentContent, instrumentFileName } from "../support/instrumentFiles.ts";
import { preparePython } from "./preparePython.ts";
import { runProgram, withPlatform } from "./withPlatform.ts";

const SOURCES = resolve(import.meta.dirname, "../../python");

/** Builds the Python package and runs its tests on the build, against a separate platform. */
process.exitCode = await withPlatform(
  () => preparePython(join(import.meta.dirname, "packageRequirements.txt")),
  async (platform, programs) => {
    const folder = await mkdtemp(join(tmpdir(), "python-package-"));
    try {
      return await buildAndTest(platform, join(programs, "python"), folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

async function buildAndTest(platform: Platform, python: string, folder: string): Promise<number> {
  const built = await runProgram(
    python,
    ["-m", "build", "--no-isolation", "--outdir", folder, SOURCES],
    folder,
  );
  if (built !== 0) return built;
  const wheel = (await readdir(folder)).find((name) => name.endsWith(".whl")) ?? "";
  const installed = join(folder, "installed");
  const options = [
    "--quiet",
    "--disable-pip-version-check",
    "--no-deps",
    "--no-index",
    "--target",
    installed,
  ];
  const code = await runProgram(python, ["-m", "pip", "install", ...options, join(folder, wheel)], folder);
  if (code !== 0) return code;
  const instruments = join(folder, "instruments.json");
  await writeFile(instruments, JSON.stringify(await instrumentVectors()));
  const environment = {
    ...(await workspaceOf(platform)),
    PYTHONPATH: installed,
    INSTRUMENT_VECTORS: instruments,
  };
  const report = process.env.PYTHON_REPORT ? [`--junit-xml=${process.env.PYTHON_REPORT}`] : [];
  const args = ["-m", "pytest", "-q", "-p", "no:cacheprovider", ...report, ...process.argv.slice(2)];
  return runProgram(python, [...args, join(SOURCES, "tests")], SOURCES, environment);
}

/** Returns the instrument exports with their contents in base64, and the expected result of a load. */
async function instrumentVectors(): Promise<object[]> {
  const vectors = INSTRUMENT_FILES.map(async (file) => {
    const content = await instrumentContent(file);
    const { instrument, variant, count, rows } = file;
    const base64 = Buffer.from(content).toString("base64");
    return { instrument, variant, name: instrumentFileName(file), base64, count, rows };
  });
  return Promise.all(vectors);
}

/** Creates a workspace with a member and returns the member's environment. */
async function workspaceOf(platform: Platform): Promise<Record<string, string>> {
  const { url, idpUrl, dataDirectory } = platform;
  const idp = localIdp(platform);
  const { clientId, staffOrganizationId } = await idp.settings();
  const staffToken = await idp.userToken(clientId, "staff@example.org", staffOrganizationId);
  const staff = new ApiClient(url, staffToken);
  await staff.post("/v2/workspace:create", { name: "lab", display_name: "Python", region: "EU" });
  while ((await staff.get<{ state: string }>("/v2/workspace:get?name=lab")).state !== "READY")
    await sleep(10);
  const [organization = ""] = await idp.workspaceOrganizations("lab");
  const token = await idp.userToken(clientId, "ana@example.org", organization);
  return {
    PDP_URL: url,
    PDP_IDP_URL: idpUrl,
    DATA_DIR: dataDirectory,
    PDP_TOKEN: token,
    PDP_WORKSPACE: "lab",
  };
}
