import { tableFromIPC } from "@uwdata/flechette";
import { beforeAll, describe, expect, it } from "vitest";
import { connect } from "#client/connect.ts";
import { hasBrowser } from "#test/support/browser.ts";
import { groupByNight, sampled } from "#test/support/byNight.ts";
import { openConsoleBrowser } from "#test/support/consoleBrowser.ts";
import { type Lab, newLab, sharedPlatform, startCsvLoad } from "#test/support/lab.ts";

const ROWS = 150_000;
/** Their result exceeds the 4 MB that are returned directly. */
const LARGE = "SELECT n, s, to_hex(sha256(to_utf8(s))) AS digest FROM big ORDER BY n";
const CONTENT = [
  "n,s",
  ...Array.from({ length: ROWS }, (_, row) => `${row},text ${row} of the measured variants`),
  "",
].join("\n");

let lab: Lab;
let fileId: string;

beforeAll(async () => {
  lab = await newLab();
  const columns = [
    { name: "n", type: "INT64" },
    { name: "s", type: "STRING" },
  ];
  const load = await startCsvLoad(lab, "big", columns, CONTENT);
  await lab.api.settled(load);
  const { files } = await lab.api.get<{ files: { id: string }[] }>(`/data/load:get?id=${load}`);
  fileId = files[0]?.id ?? "";
});

function send(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${lab.regionUrl}/v2/workspace/${lab.name}${path}`, {
    redirect: "manual",
    ...init,
    headers: { authorization: `Bearer ${lab.token}`, "content-type": "application/json", ...init.headers },
  });
}

function query(body: object, redirect = "?redirect=true"): Promise<Response> {
  return send(`/data:query${redirect}`, { method: "POST", body: JSON.stringify(body) });
}

/** Follows a redirect without a token, as anyone can. */
async function follow(response: Response): Promise<Response> {
  expect(response.status).toBe(303);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const answer = await fetch(response.headers.get("location") ?? "");
  expect(answer.status).toBe(200);
  return answer;
}

describe("redirect=true", () => {
  it("a file and a large result are read at a URL without a token", async () => {
    const answer = await follow(await send(`/data/load:downloadFile?file_id=${fileId}&redirect=true`));
    expect(answer.headers.get("content-length")).toBe(String(CONTENT.length));
    expect(answer.headers.get("content-disposition")).toContain("part0.csv");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(await answer.text()).toBe(CONTENT);
    const result = await (await follow(await query({ query: LARGE, format: "CSV" }))).text();
    expect(result.split("\n")).toHaveLength(ROWS + 2);
    const small = await query({ query: "SELECT count(*) AS n FROM big", format: "CSV" });
    expect([small.status, await small.text()]).toEqual([200, `n\n${ROWS}\n`]);
  });

  it("redirect=true returns a table's rows from the object store", async () => {
    const { id } = await lab.api.get<{ id: string }>("/data/table:get?reference=big");
    const answer = await follow(await send(`/data/table:download?id=${id}&redirect=true`));
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toContain("big.csv");
    expect(await answer.text()).toBe(CONTENT);
  });

  it.each(sampled(["ARROW", "CSV", "PARQUET"], ["ARROW"]))(
    "with redirect=true, a large result as %s has the same bytes",
    async (format) => {
      const answer = await follow(await query({ query: LARGE, format }));
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(answer.headers.get("content-length")).toBe(String(bytes.length));
      const plain = await query({ query: LARGE, format }, "");
      expect(plain.headers.get("content-type")).toBe(answer.headers.get("content-type"));
      const direct = Buffer.from(await plain.arrayBuffer());
      expect(direct.length).toBe(bytes.length);
      if (format === "ARROW") expect(tableFromIPC(bytes).numRows).toBe(ROWS);
      expect(direct.equals(bytes)).toBe(true);
    },
  );

  it("redirect=true reports a failed query, even at its last row, and stores nothing", async () => {
    const response = await query({
      query: `SELECT n, s, 1 / (${ROWS - 1} - n) AS q FROM big`,
      format: "CSV",
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("zero");
  });

  it("a page from any origin can follow the redirect with the origin null", async () => {
    const response = await query({ query: LARGE, format: "CSV" });
    const location = response.headers.get("location") ?? "";
    const answer = await fetch(location, { headers: { origin: "null", "sec-fetch-site": "cross-site" } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    await answer.body?.cancel();
    const asked = { origin: "null", "access-control-request-method": "GET" };
    const preflight = await fetch(location, { method: "OPTIONS", headers: asked });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    const unsigned = new URL(location);
    unsigned.search = "";
    const page = { origin: "http://127.0.0.1:4000", "sec-fetch-site": "same-site" };
    expect((await fetch(unsigned, { headers: page })).status).toBe(403);
  });
});

describe("the TypeScript client", () => {
  it("the client follows redirects without sending its token", async () => {
    const requests: Request[] = [];
    const workspace = await connect({
      url: sharedPlatform().platformUrl,
      workspace: lab.name,
      token: lab.token,
      fetch: (request) => {
        requests.push(request);
        return fetch(request);
      },
    });
    expect((await (await workspace.query(LARGE)).table()).numRows).toBe(ROWS);
    const text = await new Response(await workspace.queryFile("SELECT * FROM big ORDER BY n", "CSV")).text();
    expect(text).toBe(CONTENT);
    expect(requests.filter(({ url }) => url.endsWith("data:query?redirect=true"))).toHaveLength(2);
    // A streamed query, which shows its first rows early, does not redirect.
    expect((await (await workspace.query(LARGE, { streamed: true })).table()).numRows).toBe(ROWS);
    expect(requests.filter(({ url }) => url.endsWith("data:query?redirect=false"))).toHaveLength(1);
  });
});

groupByNight("a page of the console (Linux on x64)", () => {
  it.skipIf(!hasBrowser)("the console follows a redirect that its policy and the store allow", async () => {
    const browser = await openConsoleBrowser(lab);
    try {
      const page = await browser.open("/");
      await page.getByRole("link", { name: lab.name }).waitFor();
      const answer = await page.evaluate(
        async ({ url, token, query }) => {
          const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
          const body = JSON.stringify({ query, format: "CSV" });
          const response = await fetch(url, { method: "POST", headers, body });
          const bytes = (await response.arrayBuffer()).byteLength;
          return { isRedirected: response.redirected, length: response.headers.get("content-length"), bytes };
        },
        {
          url: `${lab.regionUrl}/v2/workspace/${lab.name}/data:query?redirect=true`,
          token: lab.token,
          query: LARGE,
        },
      );
      expect(answer).toEqual({ isRedirected: true, length: String(answer.bytes), bytes: expect.any(Number) });
      expect(answer.bytes).toBeGreaterThan(4 * 2 ** 20);
      expect(browser.complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
