import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getProject } from "#functions/projects/getProject.ts";
import { gateway } from "#shared/http/gateway/gateway.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { listAuditRecords } from "#shared/store/auditRecords.ts";
import { type Answer, request } from "../support/http.ts";
import { type Lab, newLab } from "../support/lab.ts";
import { labScope } from "../support/taskLab.ts";

/** Functions as deployed, with a share for each workspace, using the stores of the shared platform. */

const RATE = 4;
const BURST = 2 * RATE;
const ATTACK_MS = 5_000;

let greedy: Lab;
let modest: Lab;
let scope: WorkspaceScope;
const servers: Server[] = [];
/** URLs of two processes with separate memories. */
const urls: string[] = [];

beforeAll(async () => {
  [greedy, modest] = [await newLab(), await newLab()];
  scope = await labScope(greedy);
  for (const process of ["one", "other"]) {
    // The memory of a process is identified by its platform.
    const platformUrl = `http://${process}.example.org`;
    const settings = { ...scope.settings, platformUrl, requestsPerWorkspace: RATE };
    const server = gateway([getProject], () => settings, "").listen(0, "127.0.0.1");
    await once(server, "listening");
    servers.push(server);
    urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
});

afterAll(() => {
  for (const server of servers) server.close();
});

const send = ({ name, projectId, token }: Lab, url = urls[0]): Promise<Answer> =>
  request("GET", `${url}/v2/workspace/${name}/project:get?id=${projectId}`, { token });

it("a workspace beyond its share gets 429 from all processes, and another workspace does not notice", async () => {
  const earlier = await countRecords();
  const answers: Answer[] = [];
  const others: number[] = [];
  const start = Date.now();
  const isOver = () => Date.now() - start > ATTACK_MS;
  const flood = async (url: string | undefined): Promise<void> => {
    while (!isOver()) answers.push(await send(greedy, url));
  };
  const work = async (): Promise<void> => {
    while (!isOver()) {
      for (const url of urls) others.push((await send(modest, url)).status);
      await sleep(400);
    }
  };
  await Promise.all([...urls, ...urls].map(flood).concat(work()));
  const seconds = Math.ceil((Date.now() - start) / 1000) + 1;

  const admitted = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect(admitted.length + refused.length).toBe(answers.length);
  // Each process may use up the bucket once before it learns of the other's requests.
  expect(admitted.length).toBeLessThanOrEqual(2 * BURST + RATE * seconds);
  expect(admitted.length).toBeGreaterThanOrEqual(BURST);
  expect(refused.length).toBeGreaterThan(BURST);
  expect(refused[0]?.headers.get("retry-after")).toBe("2");
  expect(refused[0]?.body).toEqual({
    code: "too_many_requests",
    detail: `This workspace has used up its share of ${RATE} requests a second. Wait for the time in Retry-After, then try again.`,
    error_id: expect.any(String),
  });
  expect(others.length).toBeGreaterThan(10);
  expect(new Set(others)).toEqual(new Set([200]));
  // A refused request has no record, because storing it would cost more than refusing it.
  expect((await countRecords()) - earlier).toBe(admitted.length);

  // Refused requests do not count: once the debt of the last seconds is repaid, the workspace can continue.
  await expect.poll(async () => (await send(greedy)).status, { timeout: 10_000, interval: 1_000 }).toBe(200);
});

it("someone without access to a workspace cannot use up its share", async () => {
  const { name, projectId } = modest;
  const foreign = { ...greedy, name, projectId };
  for (let count = 0; count < 3 * BURST; count += 1) expect((await send(foreign)).status).toBe(403);
  expect((await send(modest)).status).toBe(200);
});

it("workspaces on one machine have no limit unless it is set", async () => {
  expect(scope.settings.requestsPerWorkspace).toBeNull();
  const { name, projectId, token, regionUrl } = modest;
  const path = `${regionUrl}/v2/workspace/${name}/project:get?id=${projectId}`;
  const answers = await Promise.all(Array.from({ length: 5 * BURST }, () => request("GET", path, { token })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

async function countRecords(): Promise<number> {
  const filter = { from: null, to: null, user: null, kind: "project:get", object: null };
  const page = { limit: 5_000, cursor: null, order: "ASC" } as const;
  return (await listAuditRecords(scope, filter, page)).items.length;
}
