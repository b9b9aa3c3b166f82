import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { memberOf, request, runIdp, type TestIdp } from "./runningIdp.ts";

const grant_type = "client_credentials";

async function machine(idp: TestIdp) {
  const { organizationId } = await memberOf(idp, "lab", "ada@example.org");
  const { body } = await idp.post("/local/machine_clients", { organization_id: organizationId });
  return { organizationId, id: body.client_id as string, secret: body.client_secret as string };
}

const ask = (idp: TestIdp, fields: Record<string, string> | [string, string][], authorization?: string) =>
  request(`${idp.url}/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: authorization === undefined ? {} : { authorization },
  });

const basic = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`;

test("a machine gets a token by sending its secret in the form or in the header", async () => {
  const idp = await runIdp();
  const { organizationId, id, secret } = await machine(idp);
  const inForm = await ask(idp, { grant_type, client_id: id, client_secret: secret, scope: "openid" });
  const inHeader = await ask(idp, { grant_type }, basic(id, secret));
  for (const { status, body } of [inForm, inHeader]) {
    expect([status, Object.keys(body).sort()]).toEqual([200, ["access_token", "expires_in", "token_type"]]);
    expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3600 });
    expect(decodeJwt(body.access_token)).toMatchObject({ sub: id, org_id: organizationId });
  }
});

test("a wrong or missing secret is refused with the accepted authentication scheme", async () => {
  const idp = await runIdp();
  const { id, secret } = await machine(idp);
  const wrong = [
    [{ grant_type, client_id: id, client_secret: "x" }],
    [{ grant_type }, basic(id, "x")],
    [{ grant_type }, basic("client_unknown", secret)],
    [{ grant_type }, "Basic !"],
    [{ grant_type }, `Bearer ${secret}`],
  ] as const;
  for (const [fields, authorization] of wrong) {
    const { status, body } = await ask(idp, fields, authorization);
    expect([status, body.error]).toEqual([401, "invalid_client"]);
  }
  const raw = await fetch(`${idp.url}/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type }),
    headers: { authorization: basic(id, "x") },
  });
  expect(raw.headers.get("www-authenticate")).toBe("Basic");
  expect(raw.headers.get("cache-control")).toBe("no-store");
});

test("different malformed requests get different errors", async () => {
  const idp = await runIdp();
  const { id, secret } = await machine(idp);
  const credentials = { client_id: id, client_secret: secret };
  const errorOf = async (...request: Parameters<typeof ask> extends [unknown, ...infer R] ? R : never) =>
    (await ask(idp, ...request)).body.error;
  expect(await errorOf({ ...credentials })).toBe("invalid_request");
  expect(await errorOf({ ...credentials, grant_type: "password" })).toBe("unsupported_grant_type");
  expect(await errorOf({ grant_type, client_id: id })).toBe("invalid_request");
  expect(await errorOf({ grant_type, ...credentials }, basic(id, secret))).toBe("invalid_request");
  expect(
    await errorOf([
      ["grant_type", grant_type],
      ["grant_type", "x"],
    ]),
  ).toBe("invalid_request");
  const json = await idp.post("/oauth2/token", { grant_type, ...credentials });
  expect([json.status, json.body.error]).toEqual([400, "invalid_request"]);
});

test("a token has the workspace's name in the configured claim", async () => {
  const idp = await runIdp({ workspaceClaim: "urn:example:workspace" });
  const { organizationId, id, secret } = await machine(idp);
  const { body } = await ask(idp, { grant_type }, basic(id, secret));
  const claims = decodeJwt(body.access_token);
  expect(claims).toMatchObject({ org_id: organizationId, "urn:example:workspace": "lab" });
});
