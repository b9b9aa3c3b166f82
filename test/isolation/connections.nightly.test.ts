import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Lab } from "#test/support/lab.ts";
import { RawClient } from "./rawClient.ts";
import { type Site, startSite } from "./site.ts";

const LARGE = "SELECT a.id, b.sequence FROM variants a, variants b";
/** The engine cannot be interrupted while computing this. */
const UNINTERRUPTIBLE = `SELECT rpad('', 3000, 'a') LIKE '${"%a_".repeat(60)}b'`;
const LONG_LASTING = "SELECT count(*) FROM variants a, variants b, variants c";
const MEGABYTE = 1024 * 1024;

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site.close());

const pathOf = ({ name }: Lab, rest: string): string => `/v2/workspace/${name}${rest}`;

function send(lab: Lab, method: string, rest: string, headers: Record<string, string> = {}) {
  const call = request(`${lab.regionUrl}${pathOf(lab, rest)}`, {
    method,
    agent: false,
    headers: { authorization: `Bearer ${lab.token}`, ...headers },
  });
  call.on("error", () => undefined);
  return call;
}

function query(lab: Lab, sql: string) {
  const call = send(lab, "POST", "/data:query", { "content-type": "application/json" });
  call.end(JSON.stringify({ query: sql }));
  return call;
}

/** Status and body of the response. */
async function answerOf(call: ReturnType<typeof send>): Promise<{ status: number; text: string }> {
  const [response] = (await once(call, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += String(chunk).slice(0, 2_000);
  return { status: response.statusCode ?? 0, text };
}

/** Keeps requests open for a time and then ends them. */
async function holdOpen(calls: ReturnType<typeof send>[], milliseconds: number): Promise<void> {
  await sleep(milliseconds);
  for (const call of calls) call.destroy();
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

describe("connections of one tenant", () => {
  it("20 clients that do not read their large results delay no one", async () => {
    const [attacker] = site.attackers;
    await site.withstand(() =>
      holdOpen(
        times(20, () => query(attacker, LARGE)),
        4_000,
      ),
    );
  });

  it("20 clients that do not read a downloaded file delay no one", async () => {
    const [{ api, projectId }] = site.attackers;
    const [attacker] = site.attackers;
    const load = await api.post<{ id: string }>("/data/load:create", {
      context: { kind: "PROJECT", project_id: projectId },
      tables: { t: { format: "CSV", columns: [{ name: "id", type: "INT64" }] } },
    });
    const { id } = await api.upload<{ id: string }>(
      load.id,
      "t",
      "a.csv",
      new Blob([Buffer.alloc(20 * MEGABYTE)]),
    );
    const path = `/data/load:downloadFile?file_id=${id}`;
    await site.withstand(() =>
      holdOpen(
        times(20, () =>
          send(attacker, "GET", path)
            .on("response", (answer) => answer.pause())
            .end(),
        ),
        3_000,
      ),
    );
  });

  it("40 queries stop when their clients disconnect simultaneously", async () => {
    const [attacker] = site.attackers;
    await site.withstand(async () => {
      for (const call of times(40, () => query(attacker, LONG_LASTING))) {
        await sleep(20);
        call.destroy();
      }
      await sleep(1_500);
    });
  });

  it("queries that cannot be interrupted stop when their clients disconnect", async () => {
    const [attacker] = site.attackers;
    await site.withstand(async () => {
      const calls = times(4, () => query(attacker, UNINTERRUPTIBLE));
      await sleep(800);
      for (const call of calls) call.destroy();
      await sleep(1_500);
    });
    // Their slots are free again.
    expect((await answerOf(query(attacker, "SELECT 1"))).status).toBe(200);
  });

  it("20 uploads that arrive byte by byte delay no one", async () => {
    const [attacker] = site.attackers;
    const load = await attacker.api.post<{ id: string }>("/data/load:create", {
      context: { kind: "PROJECT", project_id: attacker.projectId },
      tables: { t: { format: "CSV", columns: [{ name: "id", type: "INT64" }] } },
    });
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
    await site.withstand(async () => {
      const calls = times(20, () =>
        send(attacker, "POST", `/data/load:uploadFile?id=${load.id}`, {
          "content-type": "multipart/form-data; boundary=x",
          "content-length": String(50 * MEGABYTE),
        }),
      );
      for (const call of calls) call.write(head);
      for (let round = 0; round < 15; round += 1) {
        for (const call of calls) call.write("a");
        await sleep(200);
      }
      for (const call of calls) call.destroy();
    });
  });

  it("bodies that arrive byte by byte delay no one", async () => {
    const [attacker] = site.attackers;
    await site.withstand(async () => {
      const calls = times(100, () =>
        send(attacker, "POST", "/data:query", {
          "content-type": "application/json",
          "content-length": "1000000",
        }),
      );
      for (let round = 0; round < 10; round += 1) {
        for (const call of calls) call.write(" ");
        await sleep(200);
      }
      for (const call of calls) call.destroy();
    });
  });

  it("500 previews with never-ending 4 MB bodies from two tenants delay no one", async () => {
    const body = Buffer.alloc(4 * MEGABYTE - 1, "1\n");
    await site.withstand(async () => {
      const calls = site.attackers.flatMap((attacker) =>
        times(250, () => {
          const length = { "content-type": "text/csv", "content-length": String(body.length + 1) };
          const call = send(attacker, "POST", "/data:preview", length);
          call.on("response", (answer) => answer.resume());
          call.write(body);
          return call;
        }),
      );
      await holdOpen(calls, 4_000);
    });
  });

  it("1,000 pipelined requests from each of two unauthenticated clients that read nothing delay no one", async () => {
    const port = Number(new URL(site.attackers[0].regionUrl).port);
    await site.withstand(async () => {
      const clients = [await RawClient.open(port), await RawClient.open(port)];
      for (const client of clients) {
        client.stopReading();
        client.send("GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(1_000));
      }
      await sleep(4_000);
      for (const client of clients) client.leave();
    });
  });

  it("300 silent or incomplete connections delay no one", async () => {
    const port = Number(new URL(site.attackers[0].regionUrl).port);
    await site.withstand(async () => {
      const sockets = times(300, (index) => {
        const socket = connect(port, "127.0.0.1");
        socket.on("error", () => undefined);
        if (index % 2 === 0) socket.write("GET / HTTP/1.1\r\nhost: x\r\nx-a: ");
        return socket;
      });
      await sleep(2_000);
      for (const socket of sockets) socket.destroy();
    });
  });

  it("a 10 MB body is rejected before it is read, both without a token and above the operation's 1 MB limit", async () => {
    const [attacker] = site.attackers;
    await site.withstand(async () => {
      for (const authorization of [`Bearer ${attacker.token}`, "Bearer nobody"]) {
        const answers = times(10, () => {
          const call = send(attacker, "POST", "/data:query", {
            "content-type": "application/json",
            authorization,
          });
          call.end(Buffer.alloc(10 * MEGABYTE, " "));
          return answerOf(call);
        });
        const expected = authorization === "Bearer nobody" ? 401 : 413;
        for (const { status } of await Promise.all(answers)) expect(status).toBe(expected);
      }
    });
  });

  it("queries beyond the workspace's limit get 429 with Retry-After", async () => {
    const [attacker] = site.attackers;
    await site.withstand(async () => {
      const calls = times(40, () => query(attacker, LONG_LASTING));
      const refused: IncomingMessage[] = [];
      for (const call of calls) {
        call.on("response", (answer) => {
          answer.resume();
          if (answer.statusCode === 429) refused.push(answer);
        });
      }
      await sleep(3_000);
      expect(refused.length).toBeGreaterThanOrEqual(15);
      for (const { headers } of refused) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      for (const call of calls) call.destroy();
    });
  });
});
