import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importJWK, type JWTPayload, SignJWT } from "jose";
import { onTestFinished } from "vitest";
import type { IdpState } from "#local/idp/idpState.ts";
import { readLocalSecret } from "#local/idp/localSecret.ts";
import { type IdpOptions, startIdp } from "#local/idp/startIdp.ts";
import type { IdpSettings } from "#shared/runtime/environment.ts";
import { API_KEY, CLIENT_ID, STAFF_ORG } from "./idpNames.ts";

// biome-ignore lint/suspicious/noExplicitAny: the bodies of answers are what the tests look into
type Body = any;

export interface Answer {
  status: number;
  body: Body;
}

export interface TestIdp {
  url: string;
  port: number;
  directory: string;
  localSecret: string;
  settings: IdpSettings;
  close(): Promise<void>;
  /** Without an API key, but with the secret for local calls where required. */
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  remove(path: string): Promise<Answer>;
  /** With the API key. */
  keyGet(path: string): Promise<Answer>;
  keyPost(path: string, body: unknown): Promise<Answer>;
  /** Signs any claims with the provider's key. */
  sign(claims: JWTPayload, header?: { kid?: string; alg?: string }): Promise<string>;
}

export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "idp-test-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Provider for this test, stopped at the end of the test. */
export async function runIdp(options: Partial<IdpOptions> = {}): Promise<TestIdp> {
  const directory = options.directory ?? (await temporaryDirectory());
  const idp = await startIdp({
    clientId: CLIENT_ID,
    apiKey: API_KEY,
    staffOrgId: STAFF_ORG,
    ...options,
    directory,
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= idp.close();
    return closing;
  };
  onTestFinished(close);
  const key = { authorization: `Bearer ${API_KEY}` };
  const json = { "content-type": "application/json" };
  const secret = await readLocalSecret(directory);
  const local = (path: string): Record<string, string> =>
    path.startsWith("/local/") ? { authorization: `Bearer ${secret}` } : {};
  const call = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    request(`${idp.url}${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  return {
    url: idp.url,
    port: idp.port,
    directory,
    localSecret: secret,
    settings: {
      issuer: options.issuer ?? idp.url,
      clientId: CLIENT_ID,
      authUrl: idp.url,
      apiUrl: idp.url,
      apiKey: API_KEY,
    },
    close,
    get: (path) => call("GET", path, local(path)),
    post: (path, body) => call("POST", path, { ...json, ...local(path) }, body),
    remove: (path) => call("DELETE", path, local(path)),
    keyGet: (path) => call("GET", path, key),
    keyPost: (path, body) => call("POST", path, { ...json, ...key }, body),
    sign: async (claims, header = {}) => {
      const signing = (await readStateOf(directory)).keys.at(-1);
      if (!signing) throw new Error("The provider has no key");
      const { kid = signing.kid, alg = "RS256" } = header;
      return await new SignJWT(claims)
        .setProtectedHeader({ alg, kid })
        .sign(await importJWK(signing.private_jwk, alg));
    },
  };
}

export async function readStateOf(directory: string): Promise<IdpState> {
  return JSON.parse(await readFile(join(directory, "idp.json"), "utf8"));
}

export async function request(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

/** Organization of that name with one member; `userId` is the member. */
export async function memberOf(idp: TestIdp, name: string, email: string) {
  const organization = (await idp.keyPost("/organizations", { name, external_id: `id of ${name}` })).body;
  const user = (await idp.post("/local/users", { email })).body;
  await idp.post("/local/memberships", { user_id: user.id, organization_id: organization.id });
  return { organizationId: organization.id as string, userId: user.id as string };
}

/** Response of the device flow, approved for this user and organization. */
export async function signIn(idp: TestIdp, userId: string, organizationId?: string): Promise<Body> {
  const { body: codes } = await idp.post("/user_management/authorize/device", { client_id: CLIENT_ID });
  const approval = { user_code: codes.user_code, user_id: userId, organization_id: organizationId };
  await idp.post("/local/device_codes/approve", approval);
  return (await redeem(idp, codes.device_code)).body;
}

export async function redeem(idp: TestIdp, deviceCode: string): Promise<Answer> {
  return await idp.post("/user_management/authenticate", {
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    client_id: CLIENT_ID,
    device_code: deviceCode,
  });
}

export async function refresh(idp: TestIdp, refreshToken: string, organizationId?: string): Promise<Answer> {
  return await idp.post("/user_management/authenticate", {
    grant_type: "refresh_token",
    client_id: CLIENT_ID,
    refresh_token: refreshToken,
    organization_id: organizationId,
  });
}
