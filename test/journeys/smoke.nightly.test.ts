import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, inject, it } from "vitest";
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
import { CHECKS, type CheckName } from "../smoke/options.ts";

const PATIENT = 300_000;
const ROLE = "arn:aws:iam::111111111111:role/workspace-eu-tenant-lake-read-table-read";

async function smoke(...args: string[]) {
  return waitForEnd(startSmoke(args));
}

function startSmoke(args: readonly string[], variables: Record<string, string> = {}) {
  const { SMOKE_STAFF_TOKEN: _, SMOKE_MEMBER_TOKEN: __, FORCE_COLOR: ___, ...others } = process.env;
  const env = { ...others, NO_COLOR: "1", DATA_DIR: sharedPlatform().dataDirectory, ...variables };
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

const edges: LocalServer[] = [];

afterEach(async () => {
  for (const edge of edges.splice(0)) await edge.close();
});

const baseUrl = () => ["--base-url", sharedPlatform().platformUrl];

describe("npm run smoke", () => {
  it(
    "all checks pass on the local platform, delete their workspaces, and print no token",
    async () => {
      const { output, complaint, code } = await smoke(...baseUrl());
      for (const name of Object.keys(CHECKS)) {
        expect(output).toMatch(new RegExp(`^ ${name === "tenantRole" ? "↓" : "✓"} .* ${name}: `, "m"));
      }
      expect(output).toContain("[needs --tenant-role, and AWS credentials that may assume it]");
      expect(output).toMatch(/Tests +8 passed \| 1 skipped \(9\)$/m);
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
      const child = startSmoke(["--base-url", edge.url, "--only", "deletionRace"]);
      const [{ complaint, code }] = await Promise.all([waitForEnd(child), held.promise]);
      await edge.close();
      expect(complaint).toMatch(/Ended by SIGINT\n$/);
      expect(code).toBe(2);
      expect(await statesOf(made)).toEqual(["DELETING", "DELETING"]);
    },
  );

  it.each([
    ["an unreachable URL", ["--base-url", "http://127.0.0.1:9"], "cannot be reached"],
    ["a URL of another service", ["--base-url", "IDP"], "is not a platform's address"],
    ["an invalid token", ["--base-url", "PLATFORM", "--staff-token", "secret-1"], "HTTP 401 token_invalid"],
    ["an unknown check", ["--base-url", "PLATFORM", "--only", "journey,x"], 'There is no check "x"'],
    ["a missing URL", [], "required option '--base-url <url>' not specified"],
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

/** Runs a check behind edges that modify requests to the region and to the platform. Returns the output of its failure. */
async function failure(
  name: CheckName,
  { region = (request, pass) => pass(request), platform = (request, pass) => pass(request) }: Faults,
): Promise<string> {
  const regionEdge = await startEdge(inject("euSettings").regions.EU.apiUrl, region);
  const platformEdge = await startEdge(sharedPlatform().platformUrl, (request, pass) =>
    platform(request, async (changed) => {
      const answer = await pass(changed);
      if (!request.path.includes("workspace:getRecord") || answer.status !== 200) return answer;
      return json(200, { ...JSON.parse(answer.body.toString()), region_api_url: regionEdge.url });
    }),
  );
  edges.push(regionEdge, platformEdge);
  const { output, complaint, code } = await smoke("--base-url", platformEdge.url, "--only", name);
  expect(output).toMatch(/^deleted: /m);
  expect(code).toBe(1);
  return complaint;
}

interface Faults {
  region?: Meddle;
  platform?: Meddle;
}

describe("a check", () => {
  it("the check fails if an edge does not decode %3a", async () => {
    const region: Meddle = async (request, pass) =>
      request.path.includes("%3a") ? json(404, { detail: "?", code: "path_not_found" }) : pass(request);
    expect(await failure("pathEscaping", { region })).toMatch(
      /%3aget, as with a colon: HTTP 404 path_not_found: \?: expected \[ 404, .* to deeply equal \[ 200, /,
    );
  });

  it("the check fails if an undo is acknowledged but not applied", async () => {
    const region: Meddle = async (request, pass) => {
      const answer = await pass({ ...request, path: request.path.replace("load:undo", "load:delete") });
      return request.path.includes("load:undo") ? json(200, {}) : answer;
    };
    expect(await failure("journey", { region })).toMatch(
      /After load:undo, load \d+ is COMPLETED, is_active true/,
    );
  });

  it("the check fails if an edge refuses 100 MB", async () => {
    const region: Meddle = async (request, pass) =>
      request.body.length > 10_000_000
        ? { status: 413, headers: { "content-type": "text/html" }, body: Buffer.from("<h1>Too large</h1>") }
        : pass(request);
    expect(await failure("upload", { region })).toMatch(/HTTP 413 "<h1>Too large/);
  });

  it("the check fails if a past version returns the newest rows", async () => {
    const region: Meddle = (request, pass) => {
      const body = request.body.toString().replace(/ FOR VERSION AS OF \d+/, "");
      return pass({ ...request, body: request.path.endsWith(":query") ? Buffer.from(body) : request.body });
    };
    expect(await failure("versions", { region })).toContain(
      "rows at the version after the first load: expected [] to strictly equal [",
    );
  });

  it("the check fails if ids of another workspace are found", async () => {
    const authorization = `Bearer ${await staffToken(sharedPlatform())}`;
    const region: Meddle = async (request, pass) => {
      const answer = await pass(request);
      const path = request.path.replace(/(smoke-\w+)-a/, "$1-b");
      return answer.status === 404
        ? pass({ ...request, path, headers: { ...request.headers, authorization } })
        : answer;
    };
    expect(await failure("foreignIds", { region })).toMatch(/project of another workspace: HTTP 200/);
  });

  it("the check fails if a refusal reveals that a workspace exists", async () => {
    const region: Meddle = async (request, pass) => {
      const answer = await pass(request);
      const exists = answer.status === 403 && request.path.includes("-b/task:list");
      return exists ? json(403, { ...JSON.parse(answer.body.toString()), detail: "Ask its owner." }) : answer;
    };
    expect(await failure("nonMembers", { region })).toMatch(
      /task:list by somebody who is not a member: expected [\s\S]*Ask its owner/,
    );
  });

  it("the check fails if a lost race is reported as an internal error", async () => {
    const platform: Meddle = async (request, pass) => {
      const answer = await pass(request);
      const isLost = answer.status === 409 && request.path.includes("workspace:restore");
      return isLost ? json(500, { detail: "Oh", code: "internal_error", error_id: "7" }) : answer;
    };
    expect(await failure("deletionRace", { platform })).toContain("HTTP 500 internal_error: Oh (error_id 7)");
  });

  describe("the check of credentials", () => {
    async function withCredentials(database: string, objects: string) {
      const credentials = inject("credentials");
      const sessions = await startSessions(credentials);
      edges.push(sessions);
      const child = startSmoke(
        [
          ...[...baseUrl(), "--only", "tenantRole", "--tenant-role", ROLE],
          ...["--table", "workspaces-eu", "--bucket", "lake-eu"],
        ],
        {
          AWS_ACCESS_KEY_ID: credentials.accessKeyId,
          AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
          AWS_ENDPOINT_URL_STS: sessions.url,
          AWS_ENDPOINT_URL_DYNAMODB: database,
          AWS_ENDPOINT_URL_S3: objects,
        },
      );
      return waitForEnd(child);
    }

    const real = () => {
      const { dynamodb = "", s3 = "" } = inject("euSettings").endpoints;
      return { dynamodb, s3 };
    };

    it("the check fails if credentials give access to both workspaces, and lists everything that they can access", async () => {
      const objects = await startWideObjects(real().s3, inject("credentials"));
      edges.push(objects);
      const { complaint, code } = await withCredentials(real().dynamodb, objects.url);
      expect(code).toBe(1);
      for (const what of [
        "read the other's record",
        "scan the table",
        "read the other's file",
        "list everybody",
      ]) {
        expect(complaint).toContain(`could ${what}`);
      }
      expect(complaint).not.toContain("could not");
    });

    it("the check passes if credentials are limited to one workspace", async () => {
      const database = await startNarrowDatabase(real().dynamodb);
      const objects = await startNarrowObjects(real().s3, inject("credentials"));
      edges.push(database, objects);
      const { output, code } = await withCredentials(database.url, objects.url);
      expect(output).toContain("each denied to the other's session");
      expect(code).toBe(0);
    });

    it("the check fails if credentials give no access", async () => {
      const closed = await startEdge(real().s3, async () =>
        json(400, { __type: "ResourceNotFoundException", message: "no such table" }),
      );
      edges.push(closed);
      const { complaint } = await withCredentials(closed.url, closed.url);
      expect(complaint).toMatch(/could not read its record: ResourceNotFoundException: no such table/);
      expect(complaint).toMatch(/did not end in a denial/);
    });
  });
});
