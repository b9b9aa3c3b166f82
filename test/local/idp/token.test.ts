import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { verifyAccessToken } from "#shared/identity/verifyToken.ts";
import { startServer } from "#test/support/localServer.ts";
import { STAFF_ORG } from "./idpNames.ts";
import { runIdp, type TestIdp } from "./runningIdp.ts";

const SCRIPT = join(import.meta.dirname, "../../../local/token.ts");

interface Run {
  code: number | null;
  out: string;
  err: string;
  lastLine: string;
}

/** Runs the program as a user would, for a provider or with a string for PORT. */
async function run(place: Pick<TestIdp, "port" | "directory"> | string, ...args: string[]): Promise<Run> {
  const settings =
    typeof place === "string" ? { PORT: place } : { PORT: String(place.port - 3), DATA_DIR: place.directory };
  const child = spawn(process.execPath, [SCRIPT, ...args], { env: { ...process.env, ...settings } });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  const code = await new Promise<number | null>((done) => child.on("close", done));
  return { code, out, err, lastLine: out.trimEnd().split("\n").at(-1) ?? "" };
}

async function claimsOf(idp: TestIdp, ...args: string[]) {
  const { code, err, lastLine } = await run(idp, ...args);
  expect([code, err]).toEqual([0, ""]);
  return await verifyAccessToken(lastLine, idp.settings);
}

async function userOf(idp: TestIdp, id: string) {
  return (await idp.keyGet(`/user_management/users/${id}`)).body;
}

test("by default, the command prints a token for dev@example.org without an organization, always for the same user", async () => {
  const idp = await runIdp();
  const claims = await claimsOf(idp);
  expect(claims.orgId).toBeUndefined();
  expect(claims.isMachine).toBe(false);
  expect((await userOf(idp, claims.sub)).email).toBe("dev@example.org");
  expect((await claimsOf(idp)).sub).toBe(claims.sub);
});

test("--staff makes the user a member of the staff organization", async () => {
  const idp = await runIdp();
  const claims = await claimsOf(idp, "--staff", "--email", "boss@example.org");
  expect(claims.orgId).toBe(STAFF_ORG);
  expect((await userOf(idp, claims.sub)).email).toBe("boss@example.org");
});

test("--workspace makes the user a member of the newest workspace with that name", async () => {
  const idp = await runIdp();
  await idp.keyPost("/organizations", { name: "lab", external_id: "1" });
  const newest = (await idp.keyPost("/organizations", { name: "lab", external_id: "2" })).body.id;
  const other = (await idp.keyPost("/organizations", { name: "other", external_id: "3" })).body.id;
  const inLab = await claimsOf(idp, "--workspace", "lab");
  const inOther = await claimsOf(idp, "--workspace", "other");
  expect([inLab.orgId, inOther.orgId]).toEqual([newest, other]);
  expect(inLab.sub).toBe(inOther.sub);
});

test("--permission grants a member a permission in one workspace until it is revoked", async () => {
  const idp = await runIdp();
  for (const [name, external_id] of Object.entries({ lab: "1", other: "2" }))
    await idp.keyPost("/organizations", { name, external_id });
  const inLab = ["--workspace", "lab"];
  expect((await claimsOf(idp, ...inLab)).permissions).toBeUndefined();
  expect((await claimsOf(idp, ...inLab, "--permission", "data:erase")).permissions).toEqual(["data:erase"]);
  expect((await claimsOf(idp, ...inLab)).permissions).toEqual(["data:erase"]);
  expect((await claimsOf(idp, "--workspace", "other")).permissions).toBeUndefined();
  expect((await claimsOf(idp, ...inLab, "--email", "b@example.org")).permissions).toBeUndefined();
  expect((await claimsOf(idp, ...inLab, "--permission", "")).permissions).toBeUndefined();
  const { code, err } = await run(idp, "--staff", "--permission", "data:erase");
  expect([code, err]).toEqual([1, expect.stringContaining("Permissions are granted to members")]);
});

test("--role gives a member or a machine a role in one workspace until it is removed", async () => {
  const idp = await runIdp();
  for (const [name, external_id] of Object.entries({ lab: "1", other: "2" }))
    await idp.keyPost("/organizations", { name, external_id });
  const inLab = ["--workspace", "lab"];
  expect((await claimsOf(idp, ...inLab)).role).toBeUndefined();
  expect((await claimsOf(idp, ...inLab, "--role", "reader")).role).toBe("reader");
  expect((await claimsOf(idp, ...inLab)).role).toBe("reader");
  expect((await claimsOf(idp, "--workspace", "other")).role).toBeUndefined();
  expect((await claimsOf(idp, ...inLab, "--role", "member")).role).toBeUndefined();
  const machine = await claimsOf(idp, ...inLab, "--m2m", "--role", "manager");
  expect([machine.role, machine.isMachine]).toEqual(["manager", true]);
  expect((await claimsOf(idp, ...inLab, "--m2m")).role).toBeUndefined();
  const { code, err } = await run(idp, ...inLab, "--role", "owner");
  expect([code, err]).toEqual([1, expect.stringContaining('--role is "owner"')]);
});

test("--m2m prints a machine token, for a workspace or for staff", async () => {
  const idp = await runIdp();
  const lab = (await idp.keyPost("/organizations", { name: "lab", external_id: "1" })).body.id;
  const machine = await claimsOf(idp, "--workspace", "lab", "--m2m");
  expect(machine).toMatchObject({ isMachine: true, orgId: lab });
  expect(machine.sid).toBeUndefined();
  expect(await claimsOf(idp, "--staff", "--m2m")).toMatchObject({ isMachine: true, orgId: STAFF_ORG });
});

test("an unknown workspace is reported in one sentence, and no token is printed", async () => {
  const idp = await runIdp();
  const { code, out, err } = await run(idp, "--workspace", "lab");
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain('The workspace "lab" does not exist yet');
  expect(err.trimEnd().split("\n")).toHaveLength(1);
});

test("if the provider is not running, one sentence explains how to start it", async () => {
  const idp = await runIdp();
  await idp.close();
  const { code, out, err } = await run(idp);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("npm start");
  expect(err.trimEnd().split("\n")).toHaveLength(1);
});

test("another server on the provider's port is not mistaken for it", async () => {
  const server = await startServer((_, response) => response.writeHead(404).end('{"message":"no"}'));
  onTestFinished(server.close);
  const { directory } = await runIdp();
  const { code, err } = await run({ port: server.port, directory });
  expect(code).toBe(1);
  expect(err).toContain("not the local identity provider");
});

test("contradictory options, unknown options and an invalid PORT are refused with a message", async () => {
  const refused = [
    ["4900", "--m2m"],
    ["4900", "--staff", "--workspace", "lab"],
    ["4900", "--nonsense"],
    ["4900", "lab"],
    ["4900", "--workspace"],
    ["no port"],
    ["65533"],
  ] as [string, ...string[]][];
  const runs = await Promise.all(refused.map((args) => run(...args)));
  for (const { code, out, err } of runs) {
    expect([code, out]).toEqual([1, ""]);
    expect(err).not.toContain("    at ");
    expect(err.length).toBeGreaterThan(20);
  }
});

test("the secret of another platform is rejected, and the message names the right file", async () => {
  const [idp, other] = [await runIdp(), await runIdp()];
  const { code, out, err } = await run({ port: idp.port, directory: other.directory });
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain(join(idp.directory, "local-secret"));
  expect(err).toContain("DATA_DIR");
  expect(err.trimEnd().split("\n")).toHaveLength(1);
});

test("a data directory without a secret is reported in one sentence", async () => {
  const idp = await runIdp();
  const directory = join(idp.directory, "nothing");
  const { code, out, err } = await run({ port: idp.port, directory });
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain(join(directory, "local-secret"));
  expect(err.trimEnd().split("\n")).toHaveLength(1);
});

test("--help shows the options", async () => {
  const { code, out } = await run("4900", "--help");
  expect(code).toBe(0);
  for (const option of ["--email", "--workspace", "--staff", "--m2m"]) expect(out).toContain(option);
});
