import { chmod, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { IdpState } from "#local/idp/idpState.ts";
import { readLocalSecret } from "#local/idp/localSecret.ts";
import { addressesOf, type PlatformProcess, startPlatformProcess } from "#test/support/child.ts";
import { type Lab, newLab, scalar, startCsvLoad } from "#test/support/lab.ts";
import { commandOf, listenersOf } from "#test/support/listeners.ts";
import { processTree } from "../../bench/support/processMemory.ts";
import { attackAsOther } from "./otherAccount.ts";
import type { ForeignRequest, Outcome } from "./otherAccountProcess.ts";

const isLinux = process.platform === "linux";
const isRoot = process.getuid?.() === 0;
const SPILLING =
  "SELECT count(*) FROM (SELECT DISTINCT a.id, b.id, c.id FROM variants a, variants b, variants c LIMIT 20000000)";

let folder: string;
let dataDirectory: string;
let platform: PlatformProcess;
let lab: Lab;

/** Running platform in a folder that everyone can enter. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "accounts-"));
  await chmod(folder, 0o755);
  dataDirectory = join(folder, "data");
  platform = await startPlatformProcess(dataDirectory, { QUERY_TIMEOUT_SECONDS: "20" });
  lab = await newLab(addressesOf(platform));
  const lines = Array.from({ length: 300 }, (_, index) => index);
  const load = await startCsvLoad(
    lab,
    "variants",
    [{ name: "id", type: "INT64" }],
    `id\n${lines.join("\n")}\n`,
  );
  expect((await lab.api.settled(load)).state).toBe("COMPLETED");
});

afterAll(async () => {
  platform.child.kill("SIGKILL");
  await platform.exited;
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const processes = (): number[] => processTree(platform.child.pid ?? 0);

/** All files and folders in the data directory, including the directory itself. */
async function pathsOfData(): Promise<string[]> {
  const entries = await readdir(dataDirectory, { recursive: true });
  return [dataDirectory, ...entries.map((name) => join(dataDirectory, name))];
}

/** Platform secrets for the identity provider and for its users. */
async function secrets(): Promise<string[]> {
  const { keys } = await idpState();
  return [
    await readLocalSecret(dataDirectory),
    lab.token,
    ...keys.map(({ private_jwk }) => String(private_jwk.d)),
  ];
}

async function idpState(): Promise<IdpState> {
  return JSON.parse(await readFile(join(dataDirectory, "idp", "idp.json"), "utf8"));
}

describe("a running platform", () => {
  it("no other account can read a file or folder of a running platform, even while a query spills", async () => {
    const query = lab.api.query(SPILLING).then(
      () => undefined,
      () => undefined,
    );
    let isOver = false;
    void query.then(() => {
      isOver = true;
    });
    const open = new Set<string>();
    let spilled = 0;
    do {
      for (const path of await pathsOfData()) {
        const found = await stat(path).catch(() => undefined);
        if (!found) continue;
        if (found.isFile() && path.startsWith(join(dataDirectory, "scratch"))) spilled += 1;
        if ((found.mode & 0o077) !== 0) open.add(`${path} ${(found.mode & 0o777).toString(8)}`);
      }
    } while (!isOver);
    expect([...open]).toEqual([]);
    expect(spilled).toBeGreaterThan(0);
  });

  it.runIf(isLinux)("no command line or environment of a process contains a secret (Linux)", async () => {
    const known = await secrets();
    expect(known.length).toBeGreaterThanOrEqual(3);
    for (const pid of processes()) {
      const environment = await readFile(`/proc/${pid}/environ`, "utf8");
      expect(environment).not.toMatch(/^AWS_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY)=/m);
      for (const secret of known) expect(`${commandOf(pid)}${environment}`).not.toContain(secret);
    }
  });

  it.runIf(isLinux)("only the main process listens, on loopback, and without an inspector (Linux)", () => {
    const [main = 0, ...others] = processes();
    expect(others.length).toBeGreaterThan(0);
    for (const pid of others) expect(listenersOf(pid), commandOf(pid)).toEqual([]);
    const listeners = listenersOf(main);
    // The platform and two regions with and without TLS, and the identity provider; the database, the objects and the state
    // machines; the lock.
    expect(listeners).toHaveLength(11);
    for (const address of listeners) expect(address).toMatch(/^127\.0\.0\.1:/);
    for (const pid of processes()) expect(commandOf(pid)).not.toContain("--inspect");
  });
});

describe.skipIf(!isLinux || !isRoot)(
  "another account on the machine (requires Linux, and root to switch accounts)",
  () => {
    const json = { "content-type": "application/json" };
    const isSuccess = ({ status }: Outcome["answers"][number]) => status >= 200 && status < 400;

    it("another account can neither read nor write the platform's files", async () => {
      const paths = await pathsOfData();
      expect(paths.length).toBeGreaterThan(20);
      // A readable folder proves that the attempts are real.
      expect((await attackAsOther({ paths: [folder, ...paths] })).done).toEqual([`reads ${folder}`]);
    });

    it("another account can neither inspect nor signal the platform's processes", async () => {
      expect((await attackAsOther({ processes: processes() })).done).toEqual([]);
    });

    it("another account gets no data from the database, object store or state machines at any address", async () => {
      const signed = (service: string) => ({
        authorization: `AWS4-HMAC-SHA256 Credential=local/20261126/eu-central-1/${service}/aws4_request, SignedHeaders=host;x-amz-date, Signature=${"0".repeat(64)}`,
        "x-amz-date": "20261126T000000Z",
      });
      const call = (service: string, target: string, body: object, headers: Record<string, string>) => ({
        method: "POST",
        path: "/",
        headers: {
          ...headers,
          "content-type": "application/x-amz-json-1.0",
          "x-amz-target": `${service}.${target}`,
        },
        body: JSON.stringify(body),
      });
      const attempts = [{}, signed("dynamodb"), signed("states"), signed("s3")].flatMap((headers) => [
        call("DynamoDB_20120810", "ListTables", {}, headers),
        call("DynamoDB_20120810", "Scan", { TableName: "workspaces-eu" }, headers),
        call("AWSStepFunctions", "StartExecution", { stateMachineArn: "arn", input: "{}" }, headers),
        { method: "GET", path: "/lake-eu?list-type=2", headers },
        { method: "PUT", path: "/lake-eu/evil", headers, body: "evil" },
        { method: "GET", path: "/json/list", headers },
      ]);
      const requests = processes()
        .flatMap(listenersOf)
        .flatMap((address) =>
          attempts.map(({ path, ...rest }): ForeignRequest => ({ ...rest, url: `http://${address}${path}` })),
        );
      const { answers } = await attackAsOther({ requests });
      // For unknown paths, the console returns its page.
      const got = answers.flatMap((answer, index) =>
        isSuccess(answer) && !answer.body.startsWith("<!doctype html>")
          ? [requests[index]?.url, answer.body]
          : [],
      );
      expect(got).toEqual([]);
      expect(answers.some(({ status }) => status === 403)).toBe(true);
    });

    it("another account cannot create users or tokens with the identity provider's local calls", async () => {
      const { idpUrl } = addressesOf(platform);
      const calls: [method: string, path: string, body?: object][] = [
        ["GET", "/local/settings"],
        ["GET", "/local/organizations"],
        ["POST", "/local/organizations", { name: "evil" }],
        ["POST", "/local/users", { email: "eve@example.org" }],
        ["POST", "/local/memberships", { user_id: "user_1", organization_id: "org_staff" }],
        ["POST", "/local/machine_clients", { organization_id: "org_staff" }],
        ["POST", "/local/device_codes/approve", { user_code: "AAAA-AAAA", user_id: "user_1" }],
        ["POST", "/local/keys/rotate", { drop_previous: true }],
      ];
      const before = await idpState();
      const requests = ["", "Bearer 0", `Bearer ${"0".repeat(32)}`].flatMap((authorization) =>
        calls.map(([method, path, body]) => ({
          method,
          url: `${idpUrl}${path}`,
          headers: { ...json, authorization },
          ...(body ? { body: JSON.stringify(body) } : {}),
        })),
      );
      const { answers } = await attackAsOther({ requests });
      for (const { status, body } of answers) {
        expect([status, body]).toEqual([401, expect.stringContaining(join(dataDirectory, "local-secret"))]);
      }
      const { users, organizations, keys } = await idpState();
      expect({ users, organizations, keys }).toEqual({
        users: before.users,
        organizations: before.organizations,
        keys: before.keys,
      });
    });

    it("another account cannot sign in on the identity provider's pages, which serve only the platform's account", async () => {
      const { idpUrl } = addressesOf(platform);
      const start = { method: "POST", url: `${idpUrl}/user_management/authorize/device`, headers: json };
      const [begun] = (
        await attackAsOther({ requests: [{ ...start, body: '{"client_id":"client_local"}' }] })
      ).answers;
      const { user_code, device_code } = JSON.parse(begun?.body ?? "{}");
      expect(user_code).toBeTypeOf("string");
      const authorization = new URLSearchParams({
        client_id: "client_local",
        redirect_uri: "http://127.0.0.1:9/callback",
        response_type: "code",
        code_challenge: "A".repeat(43),
        code_challenge_method: "S256",
      });
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const person = "email=eve%40example.org&organization_id=org_staff&form_token=x";
      const { answers } = await attackAsOther({
        requests: [
          { method: "GET", url: `${idpUrl}/local/device?user_code=${user_code}` },
          {
            method: "POST",
            url: `${idpUrl}/local/device`,
            headers: form,
            body: `decision=approve&user_code=${user_code}&${person}`,
          },
          { method: "GET", url: `${idpUrl}/user_management/authorize?${authorization}` },
          {
            method: "POST",
            url: `${idpUrl}/user_management/authorize`,
            headers: form,
            body: `${authorization}&${person}`,
          },
        ],
      });
      for (const { status, body } of answers) {
        expect([status, body]).toEqual([403, expect.stringContaining("belongs to another user account")]);
        expect(body).not.toContain("form_token");
      }
      const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
      const redeem = JSON.stringify({ grant_type, client_id: "client_local", device_code });
      const url = `${idpUrl}/user_management/authenticate`;
      const [token] = (
        await attackAsOther({ requests: [{ method: "POST", url, headers: json, body: redeem }] })
      ).answers;
      expect(token).toMatchObject({ status: 400, body: expect.stringContaining("authorization_pending") });
      expect((await idpState()).users.map(({ email }) => email)).not.toContain("eve@example.org");
      // The account that runs the platform still sees the page.
      expect((await fetch(`${idpUrl}/local/device?user_code=${user_code}`)).status).toBe(200);
    });

    it("attempts by another account leave the platform's data unchanged", async () => {
      expect(await scalar(lab, "SELECT sum(id) FROM variants")).toBe(44_850n);
    });
  },
);
