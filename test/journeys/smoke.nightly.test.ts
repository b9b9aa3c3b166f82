import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { json, type Meddle, startEdge } from "#test/support/edge.ts";
import { sharedPlatform, staffToken } from "#test/support/lab.ts";
import type { LocalServer } from "#test/support/localServer.ts";
import {
  startNarrowDatabase,
  startNarrowObjects,
  startSessions,
  startWideObjects,
} from "#test/support/tenantPolicy.ts";
import { ApiClient } from "../../examples/apiClient.ts";
import { checks } from "../smoke/allChecks.ts";
import { type Options, optionsFrom } from "../smoke/options.ts";
import { runChecks } from "../smoke/runChecks.ts";
import { type OpenLab, openLab, type SmokeLab, type SmokeWorkspace } from "../smoke/smokeLab.ts";

const PATIENT = 300_000;
const ROLE = "arn:aws:iam::111111111111:role/workspace-eu-tenant-lake-read-table-read";

async function smoke(...args: string[]) {
  return waitForEnd(startSmoke(...args));
}

function startSmoke(...args: string[]) {
  const { SMOKE_STAFF_TOKEN: _, SMOKE_MEMBER_TOKEN: __, ...others } = process.env;
  const env = { ...others, DATA_DIR: sharedPlatform().dataDirectory };
  return spawn(process.execPath, ["test/smoke/run.ts", ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
}

async function waitForEnd(child: ReturnType<typeof startSmoke>) {
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { output, complaint, code: await code };
}

async function statesOf(workspaces: string[]): Promise<string[]> {
  const staff = new ApiClient(sharedPlatform().platformUrl, await staffToken(sharedPlatform()));
  const views = workspaces.map((name) => staff.get<{ state: string }>(`/v2/workspace:get?name=${name}`));
  return (await Promise.all(views)).map(({ state }) => state);
}

const baseUrl = () => ["--base-url", sharedPlatform().platformUrl];

describe("npm run smoke", () => {
  it(
    "all checks pass on the local platform, delete their workspaces, and print no token",
    async () => {
      const { output, complaint, code } = await smoke(...baseUrl());
      expect(output.replaceAll(/(not run|ok|NOT OK) +(\w+) .*/g, "$1 $2").split("\n")).toEqual(
        expect.arrayContaining(
          Object.keys(checks).map((name) => `${name === "tenantRole" ? "not run" : "ok"} ${name}`),
        ),
      );
      expect(output).toMatch(/^8 ok, 0 not ok, 1 not run, in [\d.]+ s$/m);
      expect(complaint).toBe("");
      expect(code).toBe(0);
      expect(output).not.toMatch(/eyJ|bearer/i);
      const made = /^deleted: (\S+), (\S+)$/m.exec(output)?.slice(1) ?? [];
      expect(await statesOf(made)).toEqual(["DELETING", "DELETING"]);
    },
    PATIENT,
  );

  it("--keep keeps the workspaces, including the one used to test deletion", async () => {
    const { output, code } = await smoke(...baseUrl(), "--keep", "--only", "deletionRace");
    expect(code).toBe(0);
    const made = /^kept: (\S+), (\S+)$/m.exec(output)?.slice(1) ?? [];
    expect(await statesOf(made)).toEqual(["READY", "READY"]);
  });

  it.each(["workspace:get", "workspace:restore"])(
    "a run that is stopped while waiting for %s deletes everything it created or requested",
    async (operation) => {
      const made: string[] = [];
      const held = Promise.withResolvers<void>();
      const edge = await startEdge(sharedPlatform().platformUrl, async (request, pass) => {
        if (request.path.endsWith("workspace:create")) made.push(JSON.parse(request.body.toString()).name);
        if (!request.path.includes(operation) || child.killed) return pass(request);
        child.kill("SIGINT");
        // Without waiting for this response, the cleanup would finish before the request is processed.
        await Promise.race([once(child, "close"), sleep(1_500)]);
        return pass(request).finally(held.resolve);
      });
      const child = startSmoke("--base-url", edge.url, "--only", "deletionRace");
      const [{ complaint, code }] = await Promise.all([waitForEnd(child), held.promise]);
      await edge.close();
      expect(complaint).toMatch(/Ended by SIGINT\n$/);
      expect(code).toBe(2);
      expect(await statesOf(made)).toEqual(["DELETING", "DELETING"]);
    },
  );

  it.each([
    ["an address where nobody is", ["--base-url", "http://127.0.0.1:9"], "cannot be reached"],
    ["an address of something else", ["--base-url", "IDP"], "is not a platform's address"],
    [
      "a token that is none",
      ["--base-url", "PLATFORM", "--staff-token", "secret-1"],
      "HTTP 401 token_invalid",
    ],
    ["a check that there is not", ["--base-url", "PLATFORM", "--only", "journey,x"], 'There is no check "x"'],
    ["no address", [], "--base-url is missing"],
  ])("the smoke test reports in one sentence what is wrong with %s", async (_, args, sentence) => {
    const { platformUrl, idpUrl } = sharedPlatform();
    const real: Record<string, string> = { PLATFORM: platformUrl, IDP: idpUrl };
    const { complaint, output, code } = await smoke(...args.map((one) => real[one] ?? one));
    expect(complaint).toContain(sentence);
    expect(complaint + output).not.toContain("secret-1");
    expect(complaint.trim().split("\n")).toHaveLength(1);
    expect(code).toBe(2);
  });
});

describe("a check", () => {
  let open: OpenLab;
  let lab: SmokeLab;
  const edges: LocalServer[] = [];

  beforeAll(async () => {
    const options = optionsFrom(baseUrl(), { DATA_DIR: sharedPlatform().dataDirectory }, []) as Options;
    open = await openLab(options, new AbortController().signal);
    lab = open.lab;
  });

  afterEach(async () => {
    for (const edge of edges.splice(0)) await edge.close();
  });

  afterAll(() => open.close());

  /** Returns the result of a check with an edge that modifies requests to the region (or the platform) in this way. */
  async function verdict(name: string, meddle: Meddle, at: "region" | "platform" = "region") {
    const edge = await startEdge(at === "region" ? lab.own.origin : lab.options.baseUrl, meddle);
    edges.push(edge);
    const behind = (workspace: SmokeWorkspace): SmokeWorkspace => ({
      ...workspace,
      origin: edge.url,
      api: new ApiClient(`${edge.url}${workspace.prefix}`, workspace.token),
    });
    const seen =
      at === "region"
        ? { ...lab, own: behind(lab.own), other: behind(lab.other) }
        : { ...lab, options: { ...lab.options, baseUrl: edge.url } };
    return lineOf(name, seen);
  }

  async function lineOf(name: string, seen: SmokeLab): Promise<string> {
    const lines: string[] = [];
    const check = checks[name];
    if (!check) throw new Error(`There is no check "${name}"`);
    await runChecks(seen, [[name, check]], (line) => lines.push(line));
    return lines.join("\n");
  }

  it("the check fails if an edge does not decode %3a", async () => {
    const line = await verdict("pathEscaping", async (request, pass) =>
      request.path.includes("%3a") ? json(404, { detail: "?", code: "path_not_found" }) : pass(request),
    );
    expect(line).toMatch(
      /^NOT OK +pathEscaping .*%3aget, as with a colon: wanted HTTP 200, got HTTP 404 path_not_found/,
    );
  });

  it("the check fails if an undo is acknowledged but not applied", async () => {
    const line = await verdict("journey", (request, pass) =>
      pass({ ...request, path: request.path.replace("load:undo", "load:delete") }).then((answer) =>
        request.path.includes("load:undo") ? json(200, {}) : answer,
      ),
    );
    expect(line).toMatch(/^NOT OK +journey .*After load:undo, load \d+ is COMPLETED, is_active true/);
  });

  it("the check fails if an edge refuses 100 MB", async () => {
    const line = await verdict("upload", async (request, pass) =>
      request.body.length > 10_000_000
        ? { status: 413, headers: { "content-type": "text/html" }, body: Buffer.from("<h1>Too large</h1>") }
        : pass(request),
    );
    expect(line).toMatch(/^NOT OK +upload .*HTTP 413 "<h1>Too large/);
  });

  it("the check fails if a past version returns the newest rows", async () => {
    const line = await verdict("versions", (request, pass) => {
      const body = request.body.toString().replace(/ FOR VERSION AS OF \d+/, "");
      return pass({ ...request, body: request.path.endsWith(":query") ? Buffer.from(body) : request.body });
    });
    expect(line).toMatch(
      /^NOT OK +versions .*ids at the version after the first load: wanted \[.+\], got \[\]/,
    );
  });

  it("the check fails if ids of another workspace are found", async () => {
    const leaky: Meddle = async (request, pass) => {
      const answer = await pass(request);
      const headers = { ...request.headers, authorization: `Bearer ${lab.staffToken}` };
      const path = request.path.replace(lab.own.name, lab.other.name);
      return answer.status === 404 ? pass({ ...request, path, headers }) : answer;
    };
    const line = await verdict("foreignIds", leaky);
    expect(line).toMatch(/^NOT OK +foreignIds .*project of another workspace: wanted HTTP 404, got HTTP 200/);
  });

  it("the check fails if a refusal reveals that a workspace exists", async () => {
    const line = await verdict("nonMembers", async (request, pass) => {
      const answer = await pass(request);
      const exists = answer.status === 403 && request.path.includes(`${lab.other.name}/task:list`);
      return exists ? json(403, { ...JSON.parse(answer.body.toString()), detail: "Ask its owner." }) : answer;
    });
    expect(line).toMatch(
      /^NOT OK +nonMembers .*task:list by somebody who is not a member: wanted .*Ask its owner/,
    );
  });

  describe("the check of credentials", () => {
    async function withCredentials(database: string, objects: string): Promise<string> {
      const credentials = inject("credentials");
      const sessions = await startSessions(credentials);
      edges.push(sessions);
      vi.stubEnv("AWS_ACCESS_KEY_ID", credentials.accessKeyId);
      vi.stubEnv("AWS_SECRET_ACCESS_KEY", credentials.secretAccessKey);
      vi.stubEnv("AWS_ENDPOINT_URL_STS", sessions.url);
      vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", database);
      vi.stubEnv("AWS_ENDPOINT_URL_S3", objects);
      const names = { tenantRole: ROLE, table: "workspaces-eu", bucket: "lake-eu" };
      return lineOf("tenantRole", { ...lab, options: { ...lab.options, ...names } });
    }

    const real = () => {
      const { dynamodb = "", s3 = "" } = inject("euSettings").endpoints;
      return { dynamodb, s3 };
    };

    afterEach(() => vi.unstubAllEnvs());

    it("the check fails if credentials give access to both workspaces, and lists everything that they can access", async () => {
      const objects = await startWideObjects(real().s3, inject("credentials"));
      edges.push(objects);
      const line = await withCredentials(real().dynamodb, objects.url);
      expect(line).toMatch(/^NOT OK +tenantRole /);
      for (const what of [
        "read the other's record",
        "scan the table",
        "read the other's file",
        "list everybody",
      ]) {
        expect(line).toContain(`could ${what}`);
      }
      expect(line).not.toContain("could not");
    });

    it("the check passes if credentials are limited to one workspace", async () => {
      edges.push(
        await startNarrowDatabase(real().dynamodb),
        await startNarrowObjects(real().s3, inject("credentials")),
      );
      const [database, objects] = edges;
      const line = await withCredentials(database?.url ?? "", objects?.url ?? "");
      expect(line).toMatch(/^ok +tenantRole .*each denied to the other's session/);
    });

    it("the check fails if credentials give no access", async () => {
      const closed = await startEdge(real().s3, async () =>
        json(400, { __type: "ResourceNotFoundException", message: "no such table" }),
      );
      edges.push(closed);
      const line = await withCredentials(closed.url, closed.url);
      expect(line).toMatch(/could not read its record: ResourceNotFoundException: no such table/);
      expect(line).toMatch(/did not end in a denial/);
    });
  });

  // Runs last, because it may leave a workspace in the process of being deleted.
  it("the check fails if a lost race is reported as an internal error", async () => {
    const line = await verdict(
      "deletionRace",
      async (request, pass) => {
        const answer = await pass(request);
        return answer.status === 409
          ? json(500, { detail: "Oh", code: "internal_error", error_id: "7" })
          : answer;
      },
      "platform",
    );
    expect(line).toMatch(/^NOT OK +deletionRace .*got HTTP 500 internal_error: Oh \(error_id 7\)/);
  });
});
