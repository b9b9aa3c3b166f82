import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Lab, scalar, startCsvLoad } from "#test/support/lab.ts";
import { type Site, startSite } from "./site.ts";

/** These tests take minutes. */
const ENDLESS = "SELECT count(*) FROM variants a, variants b, variants c";
/** Query with 150,000 rows, more than fit into the buffers between the engine and the reader. */
const LARGE = "SELECT a.id, b.sequence FROM variants a, variants b WHERE b.id < 30";
const LARGE_ROWS = 150_000;
/** The engine cannot be interrupted while computing this. */
const UNINTERRUPTIBLE = `SELECT rpad('', 3000, 'a') LIKE '${"%a_".repeat(60)}b'`;
const COLUMNS = [
  { name: "id", type: "INT64" },
  { name: "sequence", type: "STRING" },
];

let site: Site;

beforeAll(async () => {
  site = await startSite({ querySeconds: 60 });
});

afterAll(() => site.close());

interface Held {
  response: Promise<Response>;
  isOver: () => boolean;
  leave: () => void;
}

/** Sends a query, leaving its response unread for now. */
function hold({ regionUrl, name, token }: Lab, query: string, parameters = ""): Held {
  const left = new AbortController();
  let isOver = false;
  const response = fetch(`${regionUrl}/v2/workspace/${name}/data:query${parameters}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ query, format: "CSV" }),
    signal: left.signal,
  }).finally(() => {
    isOver = true;
  });
  response.catch(() => undefined);
  return { response, isOver: () => isOver, leave: () => left.abort() };
}

const ofBoth = <T>(count: number, make: (lab: Lab) => T): T[] =>
  site.attackers.flatMap((lab) => Array.from({ length: count }, () => make(lab)));

/** Request that the bystander repeats. */
async function work({ api, projectId }: Lab): Promise<void> {
  expect(await scalar(site.bystander, "SELECT sum(id) FROM variants")).toBe(499_500n);
  expect(await api.get(`/project:get?id=${projectId}`)).toMatchObject({ id: projectId });
}

describe("two tenants that occupy all query slots", () => {
  it("long-running queries make room for a third tenant's queries, which then run immediately", async () => {
    const held = ofBoth(10, (lab) => hold(lab, ENDLESS));
    await sleep(1_500);
    for (let count = 0; count < 5; count += 1) await work(site.bystander);
    // The attackers' queries did not finish normally: at least one was stopped to make room, and the others are still running or
    // waiting.
    const over = held.filter(({ isOver }) => isOver());
    expect(over.length).toBeGreaterThan(0);
    expect(over.length).toBeLessThan(held.length);
    const response = await (over[0] as Held).response;
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("2");
    expect(((await response.json()) as { detail: string }).detail).toMatch(
      /stopped after .* s: another workspace was waiting, and this one was running more than its share of queries/,
    );
    for (const { leave } of held) leave();
  });

  it("unread results make room for a third tenant, and their readers get every row later", async () => {
    const held = ofBoth(2, (lab) => hold(lab, LARGE));
    // Every response has started.
    const responses = await Promise.all(held.map(({ response }) => response));
    for (let count = 0; count < 3; count += 1) await work(site.bystander);
    for (const response of responses) {
      expect(response.status).toBe(200);
      const lines = (await response.text()).trimEnd().split("\n");
      expect(lines.length).toBe(LARGE_ROWS + 1);
    }
  });

  it("queries with stored results get no additional compute time", async () => {
    const small = await startSite({ querySeconds: 2 });
    try {
      const statuses = await small.withstand(() =>
        Promise.all(
          small.attackers.flatMap((lab) =>
            Array.from({ length: 3 }, async () => {
              const response = await hold(lab, UNINTERRUPTIBLE, "?redirect=true").response;
              return [response.status, ((await response.json()) as { code: string }).code];
            }),
          ),
        ),
      );
      for (const [status, code] of statuses) {
        expect([400, 429]).toContain(status);
        expect(["query_timeout", "too_many_requests"]).toContain(code);
      }
      expect(statuses.some(([, code]) => code === "query_timeout")).toBe(true);
    } finally {
      await small.close();
    }
  });

  it("grouping and sorting that need all of the memory keep the platform within its budget", async () => {
    const rows = "UNNEST(sequence(1, 10000)) AS t(i), UNNEST(sequence(1, 3000)) AS u(j)";
    const heavy = [
      `SELECT max(c) FROM (SELECT i * 10000 + j AS k, count(*) AS c FROM ${rows} GROUP BY 1)`,
      `SELECT max(r) FROM (SELECT row_number() OVER (ORDER BY random(), i, j) AS r FROM ${rows})`,
      `SELECT max(length(array_join(a, ','))) FROM (SELECT array_agg(i * j) AS a FROM ${rows} GROUP BY j % 7)`,
    ];
    await site.withstand(async () => {
      const held = ofBoth(1, (lab) => heavy.map((query) => hold(lab, query))).flat();
      await Promise.race([Promise.all(held.map(({ response }) => response)), sleep(15_000)]);
      for (const { leave } of held) leave();
    });
  });
});

describe("two tenants that load files continuously", () => {
  it("a third tenant's small import does not wait for the other loads to finish", async () => {
    const wrong = `id,sequence\n${`no number,${"ACDEFGHIKL".repeat(4)}\n`.repeat(200_000)}`;
    const over = new AbortController();
    const attacks = site.attackers.map(async (lab, index) => {
      let ended = 0;
      while (!over.signal.aborted) {
        const loads = await Promise.all(
          [0, 1, 2].map((file) => startCsvLoad(lab, `wrong_${index}_${file}`, COLUMNS, wrong)),
        );
        for (const load of loads) {
          expect((await lab.api.settled(load)).state).toBe("FAILED");
          ended += 1;
          if (over.signal.aborted) return ended;
        }
      }
      return ended;
    });
    await sleep(2_000);
    for (let count = 0; count < 3; count += 1) {
      const load = await startCsvLoad(site.bystander, "small", COLUMNS, `id,sequence\n${count},ACD\n`);
      expect((await site.bystander.api.settled(load)).state).toBe("COMPLETED");
    }
    over.abort();
    expect(await scalar(site.bystander, "SELECT count(*) FROM small")).toBe(3n);
    await Promise.all(attacks);
  });
});
