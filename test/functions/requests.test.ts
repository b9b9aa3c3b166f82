import { generateKeyPair, SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { operations } from "#functions/operations.ts";
import { request } from "../support/http.ts";
import { americanLab, type Lab, memberToken, otherLab, sharedLab, sharedPlatform } from "../support/lab.ts";

let lab: Lab;
let base: string;

beforeAll(async () => {
  lab = await sharedLab();
  base = `${lab.regionUrl}/v2/workspace/${lab.name}`;
});

describe("a request", () => {
  it("a request can encode the colon as %3A", async () => {
    const { status } = await request("GET", `${base}/project%3Alist`, { token: lab.token });
    expect(status).toBe(200);
  });

  it("a body that is not JSON gets a 400 with the position of the error", async () => {
    const { status, body } = await request("POST", `${base}/project:create`, {
      token: lab.token,
      body: '{"name": }',
    });
    expect([status, body.code]).toEqual([400, "invalid_json"]);
    expect(body.error_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("an unsupported media type gets a 415", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const { status, body } = await request("POST", `${base}/project:create`, {
      token: lab.token,
      body: "name=x",
      headers,
    });
    expect([status, body.code]).toEqual([415, "unsupported_media_type"]);
  });

  it("a missing body gets a 422 that names it", async () => {
    const { status, body } = await request("POST", `${base}/project:create`, { token: lab.token });
    expect([status, body.detail[0].loc, body.detail[0].type]).toEqual([422, ["body"], "missing"]);
  });

  it("a body of more than 1 MB gets a 413, and a smaller body is read", async () => {
    const send = (size: number) =>
      request("POST", `${base}/project:create`, {
        token: lab.token,
        body: { name: "a", unknown: "x".repeat(size) },
      });
    expect((await send(1024 * 1024)).status).toBe(413);
    expect((await send(1024 * 1024 - 100)).status).toBe(422);
    expect((await send(11 * 1024 * 1024)).status).toBe(413);
  });

  it("an unsupported method gets a 405 that lists the allowed method", async () => {
    const { status, headers, body } = await request("GET", `${base}/project:create`, { token: lab.token });
    expect([status, headers.get("allow"), body.code]).toEqual([405, "POST", "method_not_allowed"]);
  });

  it("a key of Object.prototype is treated like any other unknown key", async () => {
    const { status, body } = await request("POST", `${base}/project:create`, {
      token: lab.token,
      body: '{"name":"a","__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}',
    });
    expect(status).toBe(422);
    expect(body.detail.map(({ loc }: { loc: string[] }) => loc.join("."))).toEqual([
      "body.__proto__",
      "body.constructor",
    ]);
    expect(Object.prototype).not.toHaveProperty("x");
  });

  it("an internal error reveals only its error_id", async () => {
    const { status, body } = await request("GET", `${sharedPlatform().platformUrl}/500`);
    expect([status, body.code]).toEqual([500, "internal_error"]);
    expect(JSON.stringify(body)).not.toContain("on purpose");
  });
});

describe("a denial", () => {
  const place = (path: string): string => path.replace("{workspace}", lab.name);
  const members = Object.entries(operations).filter(([, { contract }]) => contract.audience === "member");

  it.each(members)("%s is denied before the rest of the request is read", async (_, { contract }) => {
    const url = `${lab.regionUrl}${place(contract.path)}`;
    const other = await memberToken(sharedPlatform(), null, "nonmember@example.org");
    const { privateKey } = await generateKeyPair("RS256");
    const forged = await new SignJWT({ sub: "user_1", org_id: lab.orgId })
      .setProtectedHeader({ alg: "RS256" })
      .setIssuer(sharedPlatform().idpUrl)
      .setExpirationTime("1h")
      .sign(privateKey);
    for (const [token, status] of [
      [null, 401],
      ["nonsense", 401],
      [forged, 401],
      [other, 403],
    ] as const) {
      const answer = await request(contract.method, url, {
        token,
        body: contract.method === "POST" ? "not json" : undefined,
        headers: contract.byCatalog ? { "x-trino-catalog": lab.name } : {},
      });
      expect(answer.status).toBe(status);
      if (status === 401) expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
  });

  it("a denial is the same for foreign and unknown workspaces, in any region", async () => {
    const others = await otherLab();
    const american = await americanLab();
    const bodies = [];
    for (const name of [others.name, "no-such-workspace", american.name]) {
      const { status, body } = await request("GET", `${lab.regionUrl}/v2/workspace/${name}/project:list`, {
        token: lab.token,
      });
      expect(status).toBe(403);
      bodies.push({ ...body, detail: body.detail.replace(name, "NAME"), error_id: "" });
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    const { body } = await request("GET", `${sharedPlatform().platformUrl}/v2/workspace:get?name=nowhere`, {
      token: lab.token,
    });
    expect(body.code).toBe("workspace_forbidden");
  });

  it("a denial tells members the URL of the right region", async () => {
    const american = await americanLab();
    const url = `${lab.regionUrl}/v2/workspace/${american.name}/project:list`;
    const { status, body } = await request("GET", url, { token: american.token });
    expect([status, body.code]).toEqual([403, "workspace_in_other_region"]);
    expect(body.detail).toContain(american.regionUrl);
  });

  it("only staff can manage workspaces", async () => {
    const url = `${sharedPlatform().platformUrl}/v2/workspace:create`;
    const { status, body } = await request("POST", url, { token: lab.token, body: {} });
    expect([status, body.code]).toEqual([403, "staff_only"]);
  });
});

describe("ids of another workspace", () => {
  it("ids of another workspace are unknown", async () => {
    const others = await otherLab();
    const table = await others.api.post<{ id: string }>("/data/table:create", {
      reference: "secret",
      columns: [{ name: "a", type: "STRING" }],
    });
    const load = await others.api.post<{ id: string }>("/data/load:create", {
      context: { kind: "PROJECT", project_id: others.projectId },
    });
    for (const path of [
      `/project:get?id=${others.projectId}`,
      `/round:list?project_id=${others.projectId}`,
      `/data/table:getById?id=${table.id}`,
      `/data/table:listVersions?id=${table.id}`,
      `/data/load:get?id=${load.id}`,
      "/data/table:get?reference=secret",
    ]) {
      await expect(lab.api.get(path)).rejects.toMatchObject({ status: 404 });
    }
    const context = { kind: "PROJECT", project_id: others.projectId };
    await expect(lab.api.post("/data/load:create", { context })).rejects.toMatchObject({ status: 404 });
    await expect(lab.api.query("SELECT * FROM secret")).rejects.toMatchObject({ status: 400 });
    await expect(lab.api.query("SELECT 1", { project_id: others.projectId })).rejects.toMatchObject({
      status: 404,
    });
  });
});
