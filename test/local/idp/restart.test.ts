import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readLocalSecret } from "#local/idp/localSecret.ts";
import { startIdp } from "#local/idp/startIdp.ts";
import { verifyAccessToken } from "#shared/identity/verifyToken.ts";
import { API_KEY, CLIENT_ID, STAFF_ORG } from "./idpNames.ts";
import {
  memberOf,
  readStateOf,
  redeem,
  refresh,
  request,
  runIdp,
  signIn,
  temporaryDirectory,
} from "./runningIdp.ts";

test("a restart keeps the key, users, memberships, sessions and pending sign-ins", async () => {
  const directory = await temporaryDirectory();
  const issuer = "https://idp.example.org";
  const before = await runIdp({ directory, issuer });
  const { organizationId, userId } = await memberOf(before, "lab", "ada@example.org");
  const { access_token, refresh_token } = await signIn(before, userId, organizationId);
  const codes = (await before.post("/user_management/authorize/device", { client_id: CLIENT_ID })).body;
  await before.close();

  const after = await runIdp({ directory, issuer });
  const claims = await verifyAccessToken(access_token, after.settings);
  expect(claims).toMatchObject({ sub: userId, orgId: organizationId });
  expect((await refresh(after, refresh_token)).body.user.id).toBe(userId);
  await after.post("/local/device_codes/approve", { user_code: codes.user_code, user_id: userId });
  expect((await redeem(after, codes.device_code)).status).toBe(200);
  expect((await after.keyGet("/organizations/external_id/id of lab")).body.id).toBe(organizationId);
});

test("acknowledged changes survive a kill during writes", async () => {
  const directory = await temporaryDirectory();
  for (let round = 1; round <= 6; round++) {
    const { url, kill } = await spawnIdp(directory);
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let count = 0; ; count++) {
        const email = `${round}-${writer}-${count}@example.org`;
        const answer = await postUser(url, directory, email);
        if (!answer) return;
        acknowledged.push(email);
        // Each round hits a different moment of a write.
        if (acknowledged.length === 20) setTimeout(kill, round);
      }
    });
    await Promise.all(writers);
    const emails = new Set((await readStateOf(directory)).users.map((user) => user.email));
    expect(acknowledged.length).toBeGreaterThanOrEqual(20);
    expect(acknowledged.filter((email) => !emails.has(email))).toEqual([]);
  }
  const idp = await runIdp({ directory });
  expect((await idp.keyGet(`/organizations/${STAFF_ORG}`)).status).toBe(200);
});

test("only the owner can read the state, which contains the private key", async () => {
  const { directory } = await runIdp();
  expect((await stat(join(directory, "idp.json"))).mode & 0o077).toBe(0);
});

test("an unreadable state file is named and kept, and the process exits", async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, "idp.json");
  const options = { directory, clientId: CLIENT_ID, apiKey: API_KEY, staffOrgId: STAFF_ORG };
  for (const damaged of ["", "{", "[]", '{"format":2}', '{"format":1,"keys":[{}]}']) {
    await writeFile(path, damaged);
    await expect(startIdp(options)).rejects.toThrow(path);
    expect(await readFile(path, "utf8")).toBe(damaged);
  }
});

test("the error names a port that is in use, and the other provider's state stays unchanged", async () => {
  const first = await runIdp();
  const state = await readStateOf(first.directory);
  const second = { directory: first.directory, port: first.port, clientId: CLIENT_ID, apiKey: "x" };
  await expect(startIdp({ ...second, staffOrgId: "org_other" })).rejects.toThrow(String(first.port));
  expect(await readStateOf(first.directory)).toEqual(state);
});

async function postUser(url: string, directory: string, email: string): Promise<boolean> {
  try {
    const secret = await readLocalSecret(directory);
    const { status } = await request(`${url}/local/users`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
      body: JSON.stringify({ email }),
    });
    return status === 200;
  } catch {
    return false;
  }
}

async function spawnIdp(directory: string) {
  const script = join(import.meta.dirname, "serveIdp.ts");
  const child = spawn(process.execPath, [script, directory], { stdio: ["ignore", "pipe", "inherit"] });
  const kill = () => void child.kill("SIGKILL");
  onTestFinished(kill);
  const [line] = await once(child.stdout, "data");
  return { url: String(line).trim(), kill };
}
