import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { HTTP_LIMITS, type HttpLimits } from "#shared/http/gateway/httpLimits.ts";
import { type LimitedAddress, type LimitedSite, startLimitedSite, type Tenant } from "./limitedSite.ts";
import { RawClient } from "./rawClient.ts";

/** More data than the operating system buffers for a reader. */
const FILE_BYTES = 20 << 20;

let site: LimitedSite;
let address: LimitedAddress;
let attackers: [Tenant, Tenant];
let bystander: Tenant;

beforeAll(async () => {
  site = await startLimitedSite();
});

afterEach(() => address.close());

afterAll(() => site.close());

async function limit(limits: Partial<HttpLimits> = {}): Promise<void> {
  address = await site.at(limits);
  attackers = [address.tenant(0), address.tenant(1)];
  bystander = address.tenant(2);
}

const get = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, "host: x", ...headers, "", ""].join("\r\n");

async function works({ api, lab }: Tenant): Promise<void> {
  expect(await api.get(`/project:get?id=${lab.projectId}`)).toMatchObject({ id: lab.projectId });
}

/** Two clients that send the same data and read nothing. */
async function openSilent(text: string): Promise<[RawClient, RawClient]> {
  const clients: [RawClient, RawClient] = [await address.open(), await address.open()];
  for (const client of clients) {
    client.stopReading();
    client.send(text);
  }
  return clients;
}

describe("pipelined requests", () => {
  it("pipelined requests with unread responses do not start: 1,000 from each of two unauthenticated clients use one buffer", async () => {
    await limit();
    const clients = await openSilent(get("/openapi.json").repeat(1_000));
    // The operating system's buffers absorb some of the responses.
    await expect.poll(() => address.traffic.queue.waiting).toBeGreaterThan(1_900);
    await works(bystander);
    expect(address.traffic.queue.waiting).toBeGreaterThan(1_900);
    expect(address.traffic.unread.bytes()).toBe(0);
    for (const client of clients) client.leave();
    await expect.poll(() => address.traffic.queue.waiting).toBe(0);
  });

  it("pipelined requests are all answered in order", async () => {
    await limit();
    const clients = [await address.open(), await address.open()];
    for (const client of clients) client.send((get("/docs") + get("/nothing")).repeat(500));
    for (const client of clients) {
      expect(await client.answers(1_000)).toEqual(Array(500).fill([200, 404]).flat());
    }
    await works(bystander);
    expect(address.traffic.queue.waiting).toBe(0);
  });

  it("a pipelined request sees the changes made by the previous ones", async () => {
    await limit();
    const [tenant] = attackers;
    const body = '{"name":"made-before"}';
    const length = `content-length: ${body.length}`;
    const create = tenant.head("POST", "/project:create", "content-type: application/json", length);
    const client = await address.open();
    client.send(create + body + tenant.head("GET", "/project:list"));
    expect(await client.answers(2)).toEqual([200, 200]);
    await client.text('"items"');
    expect(client.received.split("HTTP/1.1 200")[2]).toContain("made-before");
    client.leave();
  });

  it("requests beyond the limit of a connection close only that connection", async () => {
    await limit({ queue: { perConnection: 20, total: 1_000 } });
    const [modest, greedy] = [await address.open(), await address.open()];
    modest.send(get("/docs").repeat(20));
    greedy.send(get("/docs").repeat(100));
    await greedy.closed();
    expect(await modest.answers(20)).toEqual(Array(20).fill(200));
    await works(bystander);
    expect(address.traffic.queue.waiting).toBe(0);
    modest.leave();
  });

  it("requests beyond the global limit close only the connection that exceeds it, and sequential clients continue", async () => {
    await limit({ queue: { perConnection: 500, total: 600 } });
    const [first, second] = await openSilent(get("/openapi.json").repeat(400));
    await Promise.race([first.closed(), second.closed()]);
    await works(bystander);
    expect(address.traffic.queue.waiting).toBeLessThan(600);
    for (const client of [first, second]) client.leave();
    await expect.poll(() => address.traffic.queue.waiting).toBe(0);
  });

  it("pipelined requests wait while the previous one waits for its body, and are dropped with it", async () => {
    await limit();
    const [tenant] = attackers;
    const client = await address.open();
    const head = tenant.head(
      "POST",
      "/project:create",
      "content-type: application/json",
      "content-length: 100",
    );
    client.send(get("/docs") + head);
    await client.answers();
    await expect.poll(() => address.traffic.bodies.count(tenant.workspaceId)).toBe(1);
    client.leave();
    await expect.poll(() => address.traffic.bodies.count()).toBe(0);
    await works(bystander);
  });

  it("the identity provider also answers pipelined requests one at a time", async () => {
    await limit();
    const client = await RawClient.open(Number(new URL(site.addresses.idpUrl).port));
    client.send(get("/nothing").repeat(500));
    expect(await client.answers(500)).toEqual(Array(500).fill(404));
    client.leave();
  });
});

describe("unread responses", () => {
  it("above a workspace's limit for unread responses, only its oldest connections are closed", async () => {
    // The newest response of a workspace is always allowed.
    await limit({ unread: { bytesPerHolder: 1, totalBytes: 2_000_000 } });
    const [mine = "", ...paths] = await Promise.all([bystander, ...attackers].map(largeFile));
    const cut = watchCuts();
    const silent = await Promise.all(
      attackers.map((tenant, index) => readNothing(tenant, paths[index] ?? "", cut)),
    );
    expect((await bystander.api.download(mine)).length).toBe(FILE_BYTES);
    expect(cut.toSorted()).toEqual(
      attackers.flatMap(({ workspaceId }) => [workspaceId, workspaceId]).toSorted(),
    );
    for (const [first, second, third] of silent) {
      for (const client of [first, second]) {
        client?.readOn();
        await client?.closed();
        expect(client?.received.length).toBeLessThan(FILE_BYTES);
      }
      third?.leave();
    }
    await expect.poll(() => address.traffic.unread.bytes()).toBe(0);
  });

  it("an unread response is abandoned, but a response that is read completes", async () => {
    await limit({ unreadStreamMs: 300 });
    const [mine = "", ...paths] = await Promise.all([bystander, ...attackers].map(largeFile));
    const silent = await Promise.all(
      attackers.map(async (tenant, index) => {
        const client = await address.open();
        client.send(tenant.head("GET", paths[index] ?? ""));
        await client.answers();
        client.stopReading();
        return client;
      }),
    );
    expect((await bystander.api.download(mine)).length).toBe(FILE_BYTES);
    await expect.poll(() => address.traffic.unread.bytes()).toBe(0);
    for (const client of silent) {
      client.readOn();
      await client.closed();
      expect(client.received.length).toBeLessThan(FILE_BYTES);
    }
  });

  /** Collects the workspaces with responses that were cut off. */
  function watchCuts(): string[] {
    const cut: string[] = [];
    const { unread } = address.traffic;
    const hold = unread.hold.bind(unread);
    vi.spyOn(unread, "hold").mockImplementation((holder, bytes, close) =>
      hold(holder, bytes, () => {
        cut.push(holder);
        close();
      }),
    );
    return cut;
  }

  /** Starts three downloads, each when the previous one is waiting for its reader. */
  async function readNothing(tenant: Tenant, path: string, cut: readonly string[]): Promise<RawClient[]> {
    const { workspaceId } = tenant;
    const clients: RawClient[] = [];
    for (let count = 0; count < 3; count += 1) {
      const client = await address.open();
      client.send(tenant.head("GET", path));
      await client.answers();
      client.stopReading();
      clients.push(client);
      await expect.poll(() => cut.filter((one) => one === workspaceId).length).toBe(count);
      await expect.poll(() => address.traffic.unread.bytes(workspaceId)).toBeGreaterThan(0);
    }
    return clients;
  }

  /** Uploads a file and returns its download path. */
  async function largeFile({ api, lab }: Tenant): Promise<string> {
    const context = { kind: "PROJECT", project_id: lab.projectId };
    const load = await api.post<{ id: string }>("/data/load:create", { context });
    const form = new FormData();
    form.set("file", new Blob([Buffer.alloc(FILE_BYTES)]), "a.bin");
    const { id } = await api.postForm<{ id: string }>(`/data/load:uploadFile?id=${load.id}`, form);
    return `/data/load:downloadFile?file_id=${id}`;
  }
});

describe("silent and incomplete connections", () => {
  it("silent connections, incomplete heads and idle connections are closed", async () => {
    await limit({ headersMs: 200, idleMs: 200, idleMarginMs: 100 });
    const [silent, half, answered] = [await address.open(), await address.open(), await address.open()];
    half.send("GET /docs HTTP/1.1\r\nhost: x\r\nx-a: ");
    answered.send(get("/docs"));
    for (const client of [silent, half, answered]) await client.closed();
    expect(half.statuses).toEqual([408]);
    expect(half.received).toContain('"code":"request_timeout"');
    expect(answered.statuses).toEqual([200]);
    await works(bystander);
  });

  it("idle connections close after a minute, and Keep-Alive announces a shorter time", () => {
    expect([HTTP_LIMITS.headersMs, HTTP_LIMITS.idleMs]).toEqual([60_000, 60_000]);
    expect(HTTP_LIMITS.idleMarginMs).toBeGreaterThanOrEqual(10_000);
  });

  it("an incomplete second request gets an error, because no response is in progress", async () => {
    await limit({ headersMs: 200 });
    const client = await address.open();
    client.send(get("/docs"));
    await client.answers();
    client.send("GET /docs HTTP/1.1\r\nhost");
    expect(await client.answers(2)).toEqual([200, 408]);
    await client.closed();
  });
});

describe("static answers", () => {
  it.each(["/openapi.json", "/docs", "/docs/explorer.js"])(
    "static answers (%s) are not sent again to clients that have them",
    async (path) => {
      await limit();
      const first = await fetch(`${address.url}${path}`);
      const etag = first.headers.get("etag") ?? "";
      expect(etag).toMatch(/^"[\w-]{20,}"$/);
      expect((await first.bytes()).length).toBe(Number(first.headers.get("content-length")));
      const [same, other] = await Promise.all(
        [`W/${etag}, "x"`, '"x"'].map((known) =>
          fetch(`${address.url}${path}`, { headers: { "if-none-match": known } }),
        ),
      );
      expect([same?.status, await same?.text(), same?.headers.get("etag")]).toEqual([304, "", etag]);
      expect([other?.status, other?.headers.get("etag")]).toEqual([200, etag]);
      await other?.bytes();
    },
  );
});

describe("unauthenticated clients at the platform's other endpoints", () => {
  const announce = (path: string, length: number): string =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

  it.each(["database", "states"] as const)(
    "unauthenticated clients (%s) are refused before their body is read",
    async (part) => {
      await limit();
      const client = await RawClient.open(Number(new URL(site.parts[part]).port));
      client.send(announce("/", 4_000_000));
      expect(await client.answers()).toEqual([403]);
      client.leave();
    },
  );

  it("stalled bodies do not block the identity provider for others", async () => {
    await limit();
    const port = Number(new URL(site.addresses.idpUrl).port);
    const path = "/user_management/authenticate";
    const stalled: RawClient[] = [];
    for (let count = 0; count < HTTP_LIMITS.bodies.perHolder; count += 1) {
      const client = await RawClient.open(port);
      client.send(announce(path, 1_000));
      stalled.push(client);
      // The response proves that the stalled request, which was sent first, has been read.
      expect((await fetch(`${site.addresses.idpUrl}/nothing`)).status).toBe(404);
    }
    const answer = await fetch(`${site.addresses.idpUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"grant_type":"magic"}',
    });
    expect(await answer.json()).toMatchObject({ error: "unsupported_grant_type" });
    expect(await stalled[0]?.answers()).toEqual([429]);
    expect(stalled.slice(1).flatMap(({ statuses }) => statuses)).toEqual([]);
    for (const client of stalled) client.leave();
  });
});
