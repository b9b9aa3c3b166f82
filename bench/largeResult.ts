import { get, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type BenchLab, loadCsv, newBenchLab } from "./support/benchLab.ts";
import type { Benchmark, Say } from "./support/benchmark.ts";
import type { Figure } from "./support/figure.ts";
import { peakMemory } from "./support/peakMemory.ts";
import { type PlatformProcess, withPlatformProcess } from "./support/platformProcess.ts";
import { processMemory } from "./support/processMemory.ts";

const ROWS = 100_000;
/** Number of repetitions of each row, chosen so that each result is at least one gigabyte. */
const REPEATS = { CSV: 115, ARROW: 115 };
const IDLE_MS = 8_000;
const SAMPLE_INTERVAL_MS = 100;
const MEGABYTE = 1e6;
/** Maximum memory above the idle level, in MB. */
const MAX_MEGABYTES = 200;

type Format = keyof typeof REPEATS;

export const largeResult: Benchmark = {
  summary:
    "a result of a gigabyte by a redirect to the object store, and as a stream: time, and memory above rest",
  run: async (say) => {
    if (process.platform !== "linux") {
      say("skipped: it reads Linux' /proc");
      return [];
    }
    // On a busy machine, a gigabyte takes longer than the one-minute limit for computing a query.
    return withPlatformProcess((platform) => measure(platform, say), { QUERY_TIMEOUT_SECONDS: "900" });
  },
};

async function measure(platform: PlatformProcess, say: Say): Promise<Figure[]> {
  const lab = await newBenchLab(platform);
  const lines = Array.from(
    { length: ROWS },
    (_, row) => `${row},variant ${row} of ${ROWS},${Math.sin(row)},${"MKVLAT".repeat(6)}`,
  );
  const columns = ["id:INT64", "name:STRING", "activity:FLOAT64", "sequence:STRING"].map((column) => {
    const [name = "", type = ""] = column.split(":");
    return { name, type };
  });
  const csv = [columns.map(({ name }) => name).join(","), ...lines, ""].join("\n");
  await loadCsv(lab, "variants", columns, csv);
  await readResult(lab, "CSV", 1, "stream");
  const figures: Figure[] = [];
  for (const format of ["CSV", "ARROW"] as const) {
    for (const way of ["redirect", "stream"] as const) {
      figures.push(...(await measureResult(platform, lab, format, way, say)));
    }
  }
  return figures;
}

async function measureResult(
  { pid }: PlatformProcess,
  lab: BenchLab,
  format: Format,
  way: "redirect" | "stream",
  say: Say,
): Promise<Figure[]> {
  await sleep(IDLE_MS);
  const rest = processMemory(pid);
  const start = performance.now();
  let bytes = 0;
  const peak = await peakMemory(pid, SAMPLE_INTERVAL_MS, async () => {
    bytes = await readResult(lab, format, REPEATS[format], way);
  });
  const seconds = (performance.now() - start) / 1000;
  const above = (peak.pss ?? peak.rss) - (rest.pss ?? rest.rss);
  say(
    `${format}, ${way}: ${Math.round(bytes / MEGABYTE)} MB; ${rest.pss === null ? "RSS" : "PSS"} ${Math.round(rest.pss ?? rest.rss)} MB at rest, RSS ${Math.round(peak.rss - rest.rss)} MB above rest at most`,
  );
  if (bytes < 1e9) throw new Error(`The result has ${bytes} bytes only`);
  return [
    { what: `${format}, ${way}`, value: bytes / MEGABYTE / seconds, unit: "MB/s" },
    {
      what: `${format}, ${way}: above rest`,
      value: above,
      unit: "MB",
      target: { of: "value", bound: "at most", limit: MAX_MEGABYTES },
    },
  ];
}

/** Reads a result to the end and returns its byte count. Throws if bytes are missing. */
async function readResult(
  lab: BenchLab,
  format: Format,
  repeats: number,
  way: "redirect" | "stream",
): Promise<number> {
  const query = `SELECT id, name, activity, sequence, r.i AS repeat FROM variants CROSS JOIN UNNEST(sequence(1, ${repeats})) AS r(i)`;
  const answer = await send(lab, `/data:query?redirect=${way === "redirect"}`, { query, format });
  if (answer.statusCode === 200 && way === "stream") return bytesOf(answer);
  if (answer.statusCode !== 303) throw new Error(`The service returned status ${answer.statusCode}`);
  answer.resume();
  const stored = await new Promise<IncomingMessage>((resolve, reject) => {
    get(answer.headers.location ?? "", resolve).once("error", reject);
  });
  const bytes = await bytesOf(stored);
  if (bytes !== Number(stored.headers["content-length"])) throw new Error("The result is not whole");
  return bytes;
}

function send({ base, token }: BenchLab, path: string, body: object): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const sent = request(`${base}${path}`, { method: "POST", headers }, resolve);
    sent.once("error", reject).end(JSON.stringify(body));
  });
}

async function bytesOf(answer: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const part of answer) bytes += (part as Buffer).byteLength;
  if (!answer.complete) throw new Error("The result was cut off");
  return bytes;
}
