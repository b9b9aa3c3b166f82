import { once } from "node:events";
import { type ClientRequest, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "../../examples/apiClient.ts";
import { type BenchLab, settle, stageLoad } from "./benchLab.ts";

export const ATTACK_COLUMNS = [
  { name: "id", type: "INT64" },
  { name: "sequence", type: "STRING" },
  { name: "activity", type: "FLOAT64" },
];
/** Reference for the attacks' tasks; it is as long as the sequences in `variants`. */
export const MONOMER = "ACDEFGHIKLMNPQRSTVWY".repeat(3);

const ROWS = "UNNEST(sequence(1, 10000)) AS t(i), UNNEST(sequence(1, 10000)) AS u(j)";
const HEAVY_QUERIES = [
  "SELECT count(*) FROM variants a, variants b, variants c",
  `SELECT rpad('', 3000, 'a') LIKE '${"%a_".repeat(60)}b'`,
  `SELECT max(r) FROM (SELECT row_number() OVER (ORDER BY random(), i, j) AS r FROM ${ROWS})`,
  `SELECT max(c) FROM (SELECT i * 10000 + j AS k, count(*) AS c FROM ${ROWS} GROUP BY 1)`,
  `SELECT max(length(s || CAST(x AS VARCHAR))) FROM (SELECT array_join(repeat('${"a".repeat(1000)}', 2000), '') AS s), UNNEST(sequence(1, 10000)) AS t(x)`,
  "SELECT sum(levenshtein_distance(a.sequence, b.sequence || CAST(a.id AS VARCHAR))) FROM variants a, variants b",
];

/** Unread result of 4 GB. */
const LARGE = `SELECT a.id, b.sequence FROM variants a, variants b, UNNEST(sequence(1, 20)) AS t(x)`;
/** Dataset query of a task that selects two million columns. */
const WIDE = `SELECT ${Array(2_000).fill("v.*").join(", ")} FROM (SELECT ${Array.from({ length: 1_000 }, (_, i) => `id AS c${i}`).join(", ")} FROM variants) v`;
/** Time for which an unread response, a stalled body or a pipelined connection is kept open, in milliseconds. */
const HELD_MS = 15_000;
const PIPELINED = 1_000;

export type Counts = Record<"done" | "refused" | "ended", number>;

/**
 * Runs one client of an attacker: it sends the next attack as soon as the previous one gets any response. `kind` is the number
 * of its first attack.
 */
export async function attack(
  lab: BenchLab,
  kind: number,
  upload: string,
  signal: AbortSignal,
  counts: Counts,
): Promise<void> {
  for (let round = 0; !signal.aborted; round += 1) {
    try {
      await attackOnce(lab, kind + round, upload);
      counts.done += 1;
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.status === 429;
      counts[isRefusal ? "refused" : "ended"] += 1;
      await sleep(isRefusal ? 1_000 : 50);
    }
  }
}

async function attackOnce(lab: BenchLab, index: number, upload: string): Promise<void> {
  switch (index % 10) {
    case 3:
      await settle(
        lab,
        "finalize",
        await stageLoad(lab, `uploads_${index % 20}`, ATTACK_COLUMNS, "CSV", [upload]),
      );
      return;
    case 4:
      return analyze(lab, { kind: "TABLE", table: "variants" });
    case 5:
      return analyze(lab, { kind: "QUERY", query: WIDE });
    case 6:
      return holdUnread(lab);
    case 7:
      return stallBody(lab);
    case 8:
      return pipeline(lab);
    default:
      await lab.api.query(HEAVY_QUERIES[index % HEAVY_QUERIES.length] ?? "");
  }
}

async function analyze({ api, projectId }: BenchLab, dataset: object): Promise<void> {
  const parameters = {
    dataset,
    reference: { monomer: MONOMER },
    assays: [{ assay_id: "activity", name: "activity", unit: "", scale_type: "ADDITIVE" }],
  };
  const context = { kind: "PROJECT", project_id: projectId };
  const task = await api.post<{ id: string }>("/task/analyze.data/v2:create", { context, parameters });
  await api.finished(task.id);
}

function open({ base, token }: BenchLab, path: string, headers: Record<string, string>): ClientRequest {
  const authorization = `Bearer ${token}`;
  const call = request(`${base}${path}`, {
    method: "POST",
    agent: false,
    headers: { authorization, ...headers },
  });
  call.on("error", () => undefined);
  return call;
}

/** Requests a large result without reading it. */
async function holdUnread(lab: BenchLab): Promise<void> {
  const call = open(lab, "/data:query", { "content-type": "application/json" });
  call.end(JSON.stringify({ query: LARGE }));
  await Promise.race([once(call, "close"), sleep(HELD_MS)]);
  call.destroy();
}

/** Sends most of a preview's body and then nothing more. */
async function stallBody(lab: BenchLab): Promise<void> {
  const size = 4 << 20;
  const call = open(lab, "/data:preview", {
    "content-type": "multipart/form-data; boundary=b",
    "content-length": String(size),
  });
  call.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
  call.write(Buffer.alloc(size - 1_000, "1,2,3\n"));
  await Promise.race([once(call, "close"), sleep(HELD_MS)]);
  call.destroy();
}

/** Sends many requests on one connection without reading the responses. */
async function pipeline({ base }: BenchLab): Promise<void> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  socket.pause();
  socket.write(`GET /openapi.json HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`.repeat(PIPELINED));
  await Promise.race([once(socket, "close"), sleep(HELD_MS)]);
  socket.destroy();
}
