import { beforeAll, describe, expect, test } from "vitest";
import { connect, Platform } from "#client/connect.ts";
import { ApiError, DataProblems } from "#client/errors.ts";
import { identityProvider } from "#client/signIn/authenticate.ts";
import { beginDeviceSignIn } from "#client/signIn/device.ts";
import { beginSignIn, completeSignIn } from "#client/signIn/pkce.ts";
import { claimsOf, Session } from "#client/signIn/session.ts";
import type { Workspace } from "#client/workspace.ts";
import { approveSignIn } from "../support/approveSignIn.ts";
import { type Lab, newLab, sharedPlatform } from "../support/lab.ts";

const CONFIG = {
  columns: [
    { name: "mutations", type: "STRING" as const, nullable: false },
    { name: "tm", type: "FLOAT64" as const, source_name: "Tm (°C)" },
  ],
};
const GOOD = "mutations,Tm (°C)\nS238A,58.9\nW159H,61.25\n";

let lab: Lab;
let workspace: Workspace;

beforeAll(async () => {
  lab = await newLab();
  const { platformUrl: url } = sharedPlatform();
  workspace = await connect({ url, token: lab.token, workspace: lab.name });
});

const into = (table: string) => ({ into: table, context: { project: lab.projectId }, config: CONFIG });

describe("the TypeScript client", () => {
  test("the client imports a file, undoes and redoes it, and queries every version", async () => {
    const seen: string[] = [];
    const load = await workspace.import(
      { name: "plate1.csv", content: GOOD },
      { ...into("variants"), onProgress: ({ state }) => seen.push(state) },
    );
    const query = "SELECT mutations, tm FROM variants ORDER BY tm";
    const rows = async (asOf?: string) =>
      (await workspace.query(query, asOf === undefined ? {} : { asOf })).rows();
    const both = [
      { mutations: "S238A", tm: 58.9 },
      { mutations: "W159H", tm: 61.25 },
    ];
    expect(await rows()).toEqual(both);
    expect(new Set(seen)).toEqual(new Set(seen.length > 0 ? ["LOADING"] : []));
    const { version_id: version } = await workspace.table("variants");
    expect((await load.undo()).is_active).toBe(false);
    expect(await rows()).toEqual([]);
    expect(await rows(version)).toEqual(both);
    expect((await load.redo()).is_active).toBe(true);
    expect(await rows()).toEqual(both);
    const kinds: string[] = [];
    for await (const { kind } of workspace.versions()) kinds.push(kind);
    expect(kinds).toEqual(["LOAD", "UNDO_LOAD", "REDO_LOAD"]);
    const round = await workspace.createRound({ project_id: lab.projectId, name: "client's round" });
    expect((await load.move(round.id)).context).toMatchObject({ round_id: round.id });
    expect((await load.move(null)).context.kind).toBe("PROJECT");
  });

  test("a file above the limit is uploaded in parts and loaded completely", async () => {
    const rows = Array.from({ length: 40 }, (_, index) => `"M${index}\nA",${index}\n`);
    const load = await workspace.import(
      { name: "large.csv", content: `mutations,Tm (°C)\n${rows.join("")}` },
      { ...into("in_parts"), maxFileBytes: 150 },
    );
    const { files, tables } = await load.get();
    expect(files[0]?.filepath).toBe(`large (1 of ${files.length}).csv`);
    expect(files.length).toBeGreaterThan(3);
    expect(tables.in_parts?.rows).toBe(40);
    const found = await workspace.query("SELECT mutations FROM in_parts WHERE tm = 39");
    expect(await found.rows()).toEqual([{ mutations: "M39\nA" }]);
  });

  test("a second import uses the columns of the existing table", async () => {
    await workspace.import({ name: "a.csv", content: GOOD }, into("plates"));
    const more = { name: "b.csv", content: new Blob(["mutations,tm\nK2R,60\n"]) };
    await workspace.import([more], { into: "plates", context: { project: lab.projectId } });
    const [row] = await (await workspace.query<{ n: number }>("SELECT count(*) n FROM plates")).rows();
    expect(row?.n).toBe(3);
    await expect(
      workspace.import(more, { into: "nowhere", context: { project: lab.projectId } }),
    ).rejects.toThrow('Table "nowhere" does not exist yet');
  });

  test("the client reports problems of a file with the service's messages", async () => {
    const broken = { name: "plate2.csv", content: `${GOOD}K2R,n.d.\n` };
    const error = await workspace.import(broken, into("broken")).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DataProblems);
    expect(String(error)).toContain("plate2.csv");
    expect(String(error)).toContain("n.d.");
    await expect(workspace.query("SELECT * FROM broken")).rejects.toMatchObject({ code: "unknown_table" });
  });

  test("the client reads a result batch by batch, and lists across pages", async () => {
    let count = 0;
    const result = await workspace.query("SELECT * FROM UNNEST(sequence(1, 5000)) AS t(i)");
    for await (const batch of result) count += batch.numRows;
    expect(count).toBe(5000);
    const references: string[] = [];
    for await (const { reference } of workspace.tables({ order: "DESC" })) references.push(reference);
    expect(references).toContain("variants");
    const loads: string[] = [];
    for await (const { state } of workspace.loads({ project_id: lab.projectId })) loads.push(state);
    expect(loads).toContain("COMPLETED");
  });

  test("the client keeps integers beyond 2^53", async () => {
    const result = await workspace.query("SELECT x FROM (VALUES 9007199254740993, 2) t(x) ORDER BY x");
    expect(await result.rows()).toEqual([{ x: 2 }, { x: 9007199254740993n }]);
  });

  test("the client rejects with the service's error", async () => {
    const error = await workspace.table("unknown").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 404 });
    const { platformUrl: url } = sharedPlatform();
    await expect(connect({ url, token: lab.token, workspace: "not-mine" })).rejects.toMatchObject({
      status: 403,
    });
  });
});

describe("a query that may take minutes", () => {
  test("a long query is started, awaited and read as a file", async () => {
    const stream = await workspace.longQueryFile("SELECT 7 AS n", "CSV");
    expect(await new Response(stream).text()).toBe("n\n7\n");
  });

  test("a long query fails with the code, message and position of its error", async () => {
    const failed = workspace.longQueryFile("SELECT *\nFROM nowhere", "CSV");
    await expect(failed).rejects.toMatchObject({
      code: "unknown_table",
      message: expect.stringContaining('no table "nowhere"'),
      position: { line: 2, column: 6 },
    });
  });

  test("a long query is cancelled when the signal aborts", async () => {
    const left = new AbortController();
    const endless =
      "SELECT count(*) FROM UNNEST(sequence(1, 10000)) a (x), UNNEST(sequence(1, 10000)) b (y) WHERE sin(x * y) > 2";
    const query = workspace.longQueryFile(`${endless} OR cos(x * y) > 2`, "CSV", { signal: left.signal });
    const newest = async () => {
      const page = { path: { workspace: lab.name }, query: { order: "DESC" as const, limit: 1 } };
      const { data } = await workspace.raw.GET("/v2/workspace/{workspace}/data/query:list", { params: page });
      return data?.items[0];
    };
    // Once the query is listed, the client is waiting for it.
    const isStarted = async () => (await newest())?.query.includes("sin") === true;
    while (!(await isStarted()));
    left.abort(new Error("left"));
    await expect(query).rejects.toThrow();
    expect((await newest())?.state).toBe("CANCELLED");
  });
});

describe("signing in", () => {
  test("the client signs in by device code, and switches to a workspace's organization", async () => {
    const { platformUrl: url } = sharedPlatform();
    const provider = await identityProvider(url);
    const started = await beginDeviceSignIn(provider);
    await approveSignIn(started.completeUrl, { email: `${lab.name}@example.org`, organization_id: "" });
    const kept: string[] = [];
    const session = new Session(provider, await started.tokens(), ({ refreshToken }) => {
      kept.push(refreshToken);
    });
    const platform = new Platform({ url, token: session });
    const [found] = await platform.workspaces();
    expect(found?.name).toBe(lab.name);
    await expect(platform.workspace(lab.name)).rejects.toBeInstanceOf(ApiError);
    await session.enterOrganization(lab.orgId);
    expect(claimsOf(await session.accessToken()).org_id).toBe(lab.orgId);
    expect((await platform.workspace(lab.name)).name).toBe(lab.name);
    const first = await session.accessToken();
    const [one, two] = await Promise.all([session.accessToken(first), session.accessToken(first)]);
    expect([one === first, one === two, kept.length]).toEqual([false, true, 2]);
  });

  test("the client signs in from a browser by authorization code with PKCE", async () => {
    const provider = await identityProvider(sharedPlatform().platformUrl);
    const pending = await beginSignIn(provider, { redirectUri: "http://127.0.0.1:9/callback" });
    const location = await approveSignIn(pending.url, { email: "ana@example.org", organization_id: "" });
    const other = new URL(location);
    other.searchParams.set("state", "another");
    await expect(completeSignIn(provider, pending, other)).rejects.toThrow(
      "This response belongs to a different sign-in.",
    );
    const tokens = await completeSignIn(provider, pending, new URL(location));
    expect(claimsOf(tokens.accessToken).sid).toEqual(expect.any(String));
    await expect(completeSignIn(provider, pending, new URL(location))).rejects.toMatchObject({
      code: "invalid_grant",
    });
  });
});
