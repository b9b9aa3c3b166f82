import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ApiClient } from "#examples/apiClient.ts";
import { localIdp } from "#local/idp/localIdp.ts";
import { startPlatform } from "#local/startPlatform.ts";
import { seedWorkspace } from "../schemathesis/seedWorkspace.ts";
import type { CorpusEntry, Expectation } from "./corpusEntry.ts";
import { judgeRows } from "./judgeRows.ts";
import { type CorpusSite, loadFile } from "./loadFile.ts";

const WORKSPACE = "corpus";
/** Folder of a corpus beside the project, which is not part of it. */
const BESIDE = resolve(import.meta.dirname, "../../../shared/corpus");

type Outcome = "ok" | "told" | "WRONG" | "ERROR";

/**
 * Loads every file of a corpus as its preview proposes, and compares the rows with the expectations in its `index.json`. Prints
 * one line for each file: `ok`, `told` (refused with advice), `WRONG` or `ERROR` (refused without advice).
 */
async function run(folder: string, only: readonly string[]): Promise<number> {
  const entries: CorpusEntry[] = JSON.parse(await readFile(join(folder, "index.json"), "utf8"));
  const dataDirectory = await mkdtemp(join(tmpdir(), "corpus-"));
  const platform = await startPlatform({ port: 0, dataDirectory, environment: {} });
  const counts = { ok: 0, told: 0, WRONG: 0, ERROR: 0 };
  try {
    const idp = localIdp(platform);
    const { clientId, staffOrganizationId } = await idp.settings();
    const staff = await idp.userToken(clientId, "staff@example.org", staffOrganizationId);
    await seedWorkspace(platform.url, WORKSPACE, staff);
    const site = await openSite(platform.url, staff);
    for (const [index, entry] of entries.entries()) {
      if (only.length > 0 && !only.includes(entry.file)) continue;
      const path = join(folder, "files", entry.file);
      const [outcome, reason] = await judge(entry, () => loadFile(site, path, `file_${index}`));
      counts[outcome]++;
      console.log(`${outcome} ${entry.file}: ${reason}`);
    }
  } finally {
    await platform.close();
    await rm(dataDirectory, { recursive: true, force: true });
  }
  console.log(
    Object.entries(counts)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(", "),
  );
  return counts.WRONG > 0 ? 1 : 0;
}

async function openSite(platformUrl: string, token: string): Promise<CorpusSite> {
  const platform = new ApiClient(platformUrl, token);
  const record = await platform.get<{ region_api_url: string }>(`/v2/workspace:getRecord?name=${WORKSPACE}`);
  const base = `${record.region_api_url}/v2/workspace/${WORKSPACE}`;
  const api = new ApiClient(base, token);
  const project = await api.post<{ id: string }>("/project:create", { name: "corpus" });
  const query = async (sql: string) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = JSON.stringify({ query: sql, format: "NDJSON" });
    const response = await fetch(`${base}/data:query`, { method: "POST", headers, body });
    if (!response.ok) throw new Error(await response.text());
    return response.text();
  };
  return { api, projectId: project.id, query };
}

async function judge(
  entry: CorpusEntry,
  load: () => ReturnType<typeof loadFile>,
): Promise<[Outcome, string]> {
  const wanted: Expectation[] = [entry.expect, ...(entry.expect.or ?? [])];
  const loaded = await load();
  if ("refusal" in loaded) {
    const text = loaded.refusal.replaceAll(entry.file, "the file");
    const refusals = wanted.flatMap((one) => (one.outcome === "refuse" ? [one.words] : []));
    if (refusals.some((words) => new RegExp(words, "i").test(text))) return ["ok", text.slice(0, 150)];
    const isTold = entry.told_if !== undefined && new RegExp(entry.told_if, "i").test(text);
    return [isTold ? "told" : "ERROR", text.slice(0, 250)];
  }
  const reasons = wanted.map((one) =>
    one.outcome === "refuse" ? "loaded, but must be refused" : judgeRows(one, loaded),
  );
  return reasons.includes(null) ? ["ok", `${loaded.rows.length} rows`] : ["WRONG", reasons[0] ?? ""];
}

const [given = process.env.CORPUS ?? BESIDE, ...only] = process.argv.slice(2);
if (existsSync(join(given, "index.json"))) process.exitCode = await run(resolve(given), only);
else console.log(`skipped, ${given} has no index.json`);
