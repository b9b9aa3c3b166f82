import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { HTTP_LIMITS, type HttpLimits } from "#shared/http/gateway/httpLimits.ts";
import { type BodyLimits, STRANGERS } from "#shared/http/gateway/openBodies.ts";
import { type LimitedAddress, type LimitedSite, startLimitedSite, type Tenant } from "./limitedSite.ts";
import type { RawClient } from "./rawClient.ts";

const JSON_TYPE = "content-type: application/json";
const RAW_TYPE = "content-type: text/csv";
const FORM_TYPE = "content-type: multipart/form-data; boundary=b";
const BODY = '{"name":"a"}';
const FORM_START = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nid\n1\n';

let site: LimitedSite;
let address: LimitedAddress;
let attackers: [Tenant, Tenant];
let bystander: Tenant;

beforeAll(async () => {
  site = await startLimitedSite();
});

afterEach(() => address.close());

afterAll(() => site.close());

async function limit(bodies: Partial<BodyLimits>, others: Partial<HttpLimits> = {}): Promise<void> {
  address = await site.at({ bodies: { ...HTTP_LIMITS.bodies, ...bodies }, ...others });
  attackers = [address.tenant(0), address.tenant(1)];
  bystander = address.tenant(2);
}

const heldBy = ({ workspaceId }: Tenant): number => address.traffic.bodies.count(workspaceId);

async function sendAll(texts: readonly string[]): Promise<RawClient[]> {
  const clients: RawClient[] = [];
  for (const text of texts) {
    const client = await address.open();
    client.send(text);
    clients.push(client);
  }
  return clients;
}

/** Half of a tenant's JSON body, without the rest. */
const half = (tenant: Tenant): string =>
  tenant.head("POST", "/project:create", JSON_TYPE, `content-length: ${BODY.length}`) + BODY.slice(0, 4);

const repeat = (count: number, text: string): string[] => Array(count).fill(text);

describe("bodies that stall", () => {
  it("stalled preview bodies occupy two slots of their workspace, and the others are not read", async () => {
    await limit({});
    const stalled = attackers.flatMap((tenant) =>
      repeat(10, `${tenant.head("POST", "/data:preview", RAW_TYPE, "content-length: 4000000")}id\n1\n`),
    );
    const clients = await sendAll(stalled);
    await expect.poll(() => attackers.map(heldBy)).toEqual([2, 2]);
    const preview = await bystander.api.postForm<{ columns: unknown[] }>("/data:preview", csvForm());
    expect(preview.columns).toHaveLength(1);
    expect(attackers.map(heldBy)).toEqual([2, 2]);
    expect(clients.flatMap(({ statuses }) => statuses)).toEqual([]);
    for (const client of clients) client.leave();
    await expect.poll(() => address.traffic.bodies.count()).toBe(0);
  });

  it("the next preview body of a workspace is read as soon as one of its slots is free", async () => {
    await limit({});
    const [attacker] = attackers;
    const head = attacker.head(
      "POST",
      "/data:preview",
      RAW_TYPE,
      "expect: 100-continue",
      "content-length: 5",
    );
    const [first, second, third] = await sendAll([head]).then(async ([one]) => {
      await one?.answers();
      const [two] = await sendAll([head]);
      await two?.answers();
      return [one, two, ...(await sendAll([head]))];
    });
    // The third client is still waiting: it has not been told to continue.
    expect([first, second, third].map((client) => client?.statuses)).toEqual([[100], [100], []]);
    second?.leave();
    expect(await third?.answers()).toEqual([100]);
    third?.send("id\n1\n");
    expect(await third?.answers(2)).toEqual([100, 200]);
    first?.leave();
  });

  it("stalled uploads occupy one slot for each turn of their workspace, and the others are not read", async () => {
    await limit({});
    const heads = await Promise.all(
      attackers.map(async (tenant) => {
        const context = { kind: "PROJECT", project_id: tenant.lab.projectId };
        const { id } = await tenant.api.post<{ id: string }>("/data/load:create", { context });
        return tenant.head("POST", `/data/load:uploadFile?id=${id}`, FORM_TYPE, "content-length: 100000");
      }),
    );
    const clients = await sendAll(heads.flatMap((head) => repeat(6, head + FORM_START)));
    await expect.poll(() => attackers.map(heldBy)).toEqual([2, 2]);
    const context = { kind: "PROJECT", project_id: bystander.lab.projectId };
    const load = await bystander.api.post<{ id: string }>("/data/load:create", { context });
    await bystander.api.postForm(`/data/load:uploadFile?id=${load.id}`, csvForm());
    expect(attackers.map(heldBy)).toEqual([2, 2]);
    for (const client of clients) client.leave();
    await expect.poll(() => address.traffic.bodies.count()).toBe(0);
  });

  it("the rest of a refused form is discarded, and the next request on its connection is answered", async () => {
    await limit({}, { discardMs: 5_000 });
    // More than the buffers of the connection and the parser contain.
    const form = '--b\r\ncontent-disposition: form-data; name="unknown"\r\n\r\nx\r\n'.repeat(40_000);
    const length = `content-length: ${form.length}`;
    const head = (tenant: Tenant): string => tenant.head("POST", "/data:preview", FORM_TYPE, length);
    const clients = await sendAll(
      attackers.map((one) => head(one) + form + one.head("GET", "/project:list")),
    );
    for (const client of clients) expect(await client.answers(2)).toEqual([422, 200]);
    for (const client of clients) client.leave();
  });

  it("one workspace's stalled bodies fill only that workspace's slots, and its other bodies wait", async () => {
    await limit({ perHolder: 3, total: 9 });
    const clients = await sendAll(attackers.flatMap((tenant) => repeat(5, half(tenant))));
    await expect.poll(() => address.traffic.bodies.waiting).toBe(4);
    expect(attackers.map(heldBy)).toEqual([3, 3]);
    expect(await bystander.api.post("/project:create", { name: "a" })).toMatchObject({ name: "a" });
    expect(address.traffic.bodies.waiting).toBe(4);
    for (const client of clients) client.leave();
    await expect.poll(() => address.traffic.bodies.waiting).toBe(0);
    await expect.poll(() => address.traffic.bodies.count()).toBe(0);
  });

  it("if two workspaces fill all slots, a newcomer replaces the body that has been silent longest", async () => {
    await limit({ perHolder: 4, total: 5 });
    const [most, other] = attackers;
    const silent = await sendAll([half(most)]);
    await expect.poll(() => heldBy(most)).toBe(1);
    const moving = await sendAll(repeat(2, half(most)));
    await expect.poll(() => heldBy(most)).toBe(3);
    const others = await sendAll(repeat(2, half(other)));
    await expect.poll(() => address.traffic.bodies.count()).toBe(5);
    expect(await bystander.api.post("/project:create", { name: "b" })).toMatchObject({ name: "b" });
    expect(await silent[0]?.answers()).toEqual([429]);
    expect(silent[0]?.received).toContain("too_many_requests");
    expect([...moving, ...others].flatMap(({ statuses }) => statuses)).toEqual([]);
    expect(attackers.map(heldBy)).toEqual([2, 2]);
    for (const client of [...moving, ...others]) client.leave();
  });

  it("each received byte moves a body to the end of the queue, so slow bodies outlive stalled ones", async () => {
    await limit({ perHolder: 4, total: 3 });
    const [attacker] = attackers;
    const [first] = await sendAll([half(attacker)]);
    await expect.poll(() => heldBy(attacker)).toBe(1);
    const [second] = await sendAll([half(attacker)]);
    await expect.poll(() => heldBy(attacker)).toBe(2);
    const [third] = await sendAll([half(attacker)]);
    await expect.poll(() => heldBy(attacker)).toBe(3);
    // This byte is read before the bystander's request on another connection, as the response to that request proves.
    first?.send(BODY.slice(4, 5));
    await bystander.api.get(`/project:get?id=${bystander.lab.projectId}`);
    await bystander.api.post("/project:create", { name: "c" });
    expect(await second?.answers()).toEqual([429]);
    first?.send(BODY.slice(5));
    expect(await first?.answers()).toEqual([200]);
    third?.leave();
  });

  it("bodies beyond the waiting limit get 429, and bodies of another workspace do not", async () => {
    await limit({ perHolder: 1, total: 4, maxWaiting: 2 });
    const [attacker] = attackers;
    const clients = await sendAll(repeat(3, half(attacker)));
    await expect.poll(() => address.traffic.bodies.waiting).toBe(2);
    const [refused] = await sendAll([half(attacker)]);
    expect(await refused?.answers()).toEqual([429]);
    expect(refused?.received.toLowerCase()).toContain("retry-after: ");
    expect(await bystander.api.post("/project:create", { name: "d" })).toMatchObject({ name: "d" });
    for (const client of clients) client.leave();
  });
});

describe("bodies that are too slow", () => {
  const SLOW = { windowMs: 100, minBytesPerWindow: 1024 };

  it("a body that is too slow gets 408 in the usual error format and releases its slot", async () => {
    await limit({ ...SLOW, perHolder: 2, total: 4 });
    const clients = await sendAll(attackers.flatMap((tenant) => repeat(2, half(tenant))));
    for (const client of clients) {
      expect(await client.answers()).toEqual([408]);
      expect(client.received).toContain("body_too_slow");
      await client.closed();
    }
    expect(address.traffic.bodies.count()).toBe(0);
    expect(await bystander.api.post("/project:create", { name: "e" })).toMatchObject({ name: "e" });
  });

  it("a body that receives an occasional byte is still too slow", async () => {
    await limit(SLOW);
    const head = attackers[0].head("POST", "/project:create", JSON_TYPE, "content-length: 1000000");
    const [client] = await sendAll([head]);
    const drip = setInterval(() => client?.send(" "), 5);
    expect(await client?.answers()).toEqual([408]);
    clearInterval(drip);
  });

  it("an upload that is too slow gets 408 and passes its turn to the workspace's next upload", async () => {
    await limit(SLOW);
    const [attacker] = attackers;
    const context = { kind: "PROJECT", project_id: attacker.lab.projectId };
    const { id } = await attacker.api.post<{ id: string }>("/data/load:create", { context });
    const path = `/data/load:uploadFile?id=${id}`;
    const head = attacker.head("POST", path, FORM_TYPE, "content-length: 100000");
    const clients = await sendAll(repeat(5, head + FORM_START));
    for (const client of clients) expect(await client.answers()).toEqual([408]);
    await attacker.api.postForm(path, csvForm());
    expect(address.traffic.bodies.count()).toBe(0);
  });

  it("a user picture that is too slow gets 408", async () => {
    await limit(SLOW);
    const { token } = attackers[0].lab;
    const head = `POST /users/me/picture HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n${FORM_TYPE}\r\ncontent-length: 90000\r\n\r\n`;
    const [client] = await sendAll([head + FORM_START]);
    expect(await client?.answers()).toEqual([408]);
    expect(address.traffic.bodies.count()).toBe(0);
  });
});

describe("bodies of unauthenticated clients", () => {
  const webhook = (length: number): string =>
    `POST /idp/webhook HTTP/1.1\r\nhost: x\r\n${JSON_TYPE}\r\ncontent-length: ${length}\r\n\r\n`;

  it("a body without a valid token is not read, and the client is not told to continue", async () => {
    await limit({});
    const path = bystander.path("/data:preview");
    const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer nobody\r\n`;
    const [announced, asking] = await sendAll([
      `${head}content-length: 4000000\r\n\r\n`,
      `${head}expect: 100-continue\r\ncontent-length: 4000000\r\n\r\n`,
    ]);
    expect(await announced?.answers()).toEqual([401]);
    expect(await asking?.answers()).toEqual([401]);
    await asking?.closed();
    expect(address.traffic.bodies.count()).toBe(0);
    announced?.leave();
  });

  it("the body of an unauthenticated request is discarded after the response, up to a limit", async () => {
    await limit({}, { discardBytes: 200_000 });
    const head = `POST ${bystander.path("/data:preview")} HTTP/1.1\r\nhost: x\r\n`;
    const [short, long] = await sendAll([
      `${head}content-length: 100000\r\n\r\n${"a".repeat(100_000)}GET /docs HTTP/1.1\r\nhost: x\r\n\r\n`,
      `${head}content-length: 4000000\r\n\r\n${"a".repeat(4_000_000)}`,
    ]);
    expect(await short?.answers(2)).toEqual([401, 200]);
    await long?.closed();
    short?.leave();
  });

  it("a client that closes its connection while sending still receives the response", async () => {
    await limit({});
    const head = `POST ${bystander.path("/data:preview")} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n`;
    const [client] = await sendAll([`${head}content-length: 100\r\n\r\n`]);
    expect(await client?.answers()).toEqual([401]);
    await client?.text("error_id");
    await bystander.api.get(`/project:get?id=${bystander.lab.projectId}`);
    expect(client?.isClosed).toBe(false);
    client?.send("a".repeat(100));
    await client?.closed();
  });

  it("operations that need no token do not wait for stalled bodies", async () => {
    await limit({ perHolder: 3 });
    const first = await sendAll([webhook(100)]);
    await expect.poll(() => address.traffic.bodies.count(STRANGERS)).toBe(1);
    const stalled = await sendAll(repeat(2, webhook(100)));
    await expect.poll(() => address.traffic.bodies.count(STRANGERS)).toBe(3);
    const [honest] = await sendAll([`${webhook(2)}{}`]);
    // The body was read; only its signature is missing.
    expect(await honest?.answers()).toEqual([401]);
    expect(honest?.received).toContain("signature");
    expect(await first[0]?.answers()).toEqual([429]);
    expect(address.traffic.bodies.count(STRANGERS)).toBe(2);
    for (const client of stalled) client.leave();
    await expect.poll(() => address.traffic.bodies.count()).toBe(0);
  });
});

function csvForm(): FormData {
  const form = new FormData();
  form.set("file", new Blob(["id\n1\n2\n"]), "a.csv");
  return form;
}
