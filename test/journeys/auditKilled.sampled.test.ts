import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { isNightly } from "#test/support/byNight.ts";
import { request } from "#test/support/http.ts";
import { killablePlatform } from "#test/support/killablePlatform.ts";
import { type Lab, newLab } from "#test/support/lab.ts";

const KILLS = isNightly ? 100 : 3;
const CLIENTS = 4;

/** Sends requests until the platform stops answering. Returns the ids of those that succeeded. */
async function sendUntilKilled({ regionUrl, name, token, projectId }: Lab): Promise<string[]> {
  const succeeded: string[] = [];
  const prefix = `${regionUrl}/v2/workspace/${name}`;
  for (let count = 0; ; count += 1) {
    const changes = count % 3 === 0;
    try {
      const { status, headers } = changes
        ? await request("POST", `${prefix}/round:create`, {
            token,
            body: { project_id: projectId, name: `r${count}` },
          })
        : await request("GET", `${prefix}/project:get?id=${projectId}`, { token });
      if (status === 200) succeeded.push(headers.get("x-request-id") ?? "");
    } catch {
      return succeeded;
    }
  }
}

async function recordedRequests(lab: Lab, from: string): Promise<Set<unknown>> {
  const found = new Set<unknown>();
  for (let cursor: string | null = ""; cursor !== null; ) {
    const path: string = `/audit:list?limit=1000&from=${from}&cursor=${cursor}`;
    const page = await lab.api.get<{ items: { request_id: string }[]; cursor: string | null }>(path);
    for (const { request_id } of page.items) found.add(request_id);
    cursor = page.cursor;
  }
  return found;
}

vi.setConfig({ testTimeout: KILLS * 30_000 });

describe("the records of requests", () => {
  it("every request that a client saw succeed has a record after the platform was killed", async () => {
    const platform = await killablePlatform();
    try {
      let lab = await newLab(platform.addresses);
      let total = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const from = new Date().toISOString();
        const clients = Array.from({ length: CLIENTS }, () => sendUntilKilled(lab));
        await sleep(randomInt(100, 500));
        lab = await platform.killedAndStarted(lab);
        const succeeded = (await Promise.all(clients)).flat();
        const recorded = await recordedRequests(lab, from);
        expect(succeeded.filter((id) => !recorded.has(id))).toEqual([]);
        total += succeeded.length;
      }
      expect(total).toBeGreaterThan(KILLS * CLIENTS);
    } finally {
      await platform.close();
    }
  });
});
