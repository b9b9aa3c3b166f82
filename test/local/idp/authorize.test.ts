import { createHash, randomBytes } from "node:crypto";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { CLIENT_ID, STAFF_ORG } from "./idpNames.ts";
import { memberOf, runIdp, type TestIdp } from "./runningIdp.ts";

const OWN = "http://127.0.0.1:4000/callback";
const PROGRAM = "http://127.0.0.1:51234/";

const verifierOf = () => randomBytes(32).toString("base64url");
const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

function authorizeUrl({ url }: TestIdp, verifier: string, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    response_type: "code",
    redirect_uri: OWN,
    code_challenge: challengeOf(verifier),
    code_challenge_method: "S256",
    state: "s <1>&",
    ...more,
  });
  return `${url}/user_management/authorize?${query}`;
}

/** Submits the form on a sign-in page and returns the redirect and the cookie. */
async function signInAt(url: string, fields: Record<string, string> = {}) {
  const page = await fetch(url);
  const text = await page.text();
  expect(page.status, text).toBe(200);
  const hidden = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
    ([, name = "", value = ""]): [string, string] => [name, unescaped(value)],
  );
  const body = new URLSearchParams([
    ...hidden,
    ...Object.entries({ email: "ada@example.org", organization_id: "", ...fields }),
  ]);
  const answer = await fetch(url.split("?")[0] ?? "", { method: "POST", body, redirect: "manual" });
  return {
    status: answer.status,
    text,
    policy: page.headers.get("content-security-policy") ?? "",
    location: answer.headers.get("location") ?? "",
    cookie: (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "",
  };
}

const unescaped = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

const codeOf = (location: string) => new URL(location).searchParams.get("code") ?? "";

const redeemAt = (idp: TestIdp, code: string, verifier: string, more = {}) =>
  idp.post("/user_management/authenticate", {
    grant_type: "authorization_code",
    client_id: CLIENT_ID,
    code,
    code_verifier: verifier,
    ...more,
  });

const withConsole = () => runIdp({ origins: ["http://127.0.0.1:4000"] });

describe("sign-in by authorization code", () => {
  test("sign-in returns a single-use code that the verifier exchanges for refreshable tokens", async () => {
    const idp = await withConsole();
    const { organizationId } = await memberOf(idp, "lab", "ada@example.org");
    const verifier = verifierOf();
    const { status, location, policy } = await signInAt(
      authorizeUrl(idp, verifier, { organization_id: organizationId }),
      { organization_id: organizationId },
    );
    expect(status).toBe(303);
    expect(policy).toContain("form-action 'self' http://127.0.0.1:4000;");
    expect(location.startsWith(`${OWN}?`)).toBe(true);
    expect(new URL(location).searchParams.get("state")).toBe("s <1>&");
    const { status: redeemed, body } = await redeemAt(idp, codeOf(location), verifier, { redirect_uri: OWN });
    expect(redeemed).toBe(200);
    expect(body).toMatchObject({
      organization_id: organizationId,
      user: { email: "ada@example.org" },
      authentication_method: "AuthorizationCode",
    });
    expect(decodeJwt(body.access_token).org_id).toBe(organizationId);
    const again = await redeemAt(idp, codeOf(location), verifier);
    expect([again.status, again.body.error]).toEqual([400, "invalid_grant"]);
    const refreshed = await idp.post("/user_management/authenticate", {
      grant_type: "refresh_token",
      client_id: CLIENT_ID,
      refresh_token: body.refresh_token,
    });
    expect(refreshed.status).toBe(200);
  });

  test.each([
    ["another verifier", verifierOf(), {}],
    ["another address", null, { redirect_uri: "http://127.0.0.1:4000/other" }],
  ])("sending a code with %s consumes the code", async (_, other, more) => {
    const idp = await withConsole();
    const verifier = verifierOf();
    const { location } = await signInAt(authorizeUrl(idp, verifier));
    const wrong = await redeemAt(idp, codeOf(location), other ?? verifier, more);
    expect([wrong.status, wrong.body.error]).toEqual([400, "invalid_grant"]);
    expect((await redeemAt(idp, codeOf(location), verifier)).status).toBe(400);
  });

  test.each([
    [{ redirect_uri: "https://evil.example/callback" }],
    [{ redirect_uri: "http://127.0.0.1.evil.example/" }],
    [{ redirect_uri: "http://127.0.0.1:4000/callback#fragment" }],
    [{ redirect_uri: "javascript:alert(1)" }],
    [{ redirect_uri: "/callback" }],
    [{ client_id: "client_other" }],
    [{ response_type: "token" }],
    [{ code_challenge_method: "plain" }],
    [{ code_challenge: "short" }],
    [{ code_challenge: "" }],
  ])("a request with %j gets an error page instead of a redirect", async (wrong: Record<string, string>) => {
    const idp = await withConsole();
    const answer = await fetch(authorizeUrl(idp, verifierOf(), wrong), { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    expect(answer.headers.get("content-type")).toContain("text/html");
  });

  test("a form is accepted only from its page and for its request", async () => {
    const idp = await withConsole();
    const page = await (await fetch(authorizeUrl(idp, verifierOf()))).text();
    const token = /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? "";
    const url = new URL(authorizeUrl(idp, verifierOf(), { redirect_uri: PROGRAM }));
    const fields = { ...Object.fromEntries(url.searchParams), form_token: token, email: "ada@example.org" };
    const answer = await fetch(`${idp.url}${url.pathname}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
    expect(answer.status).toBe(403);
    const foreign = await fetch(`${idp.url}${url.pathname}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin: "https://evil.example" },
      redirect: "manual",
    });
    expect(foreign.status).toBe(403);
  });

  test("a browser signs in and out without a prompt after the first time; programs, prompt=login and other users are prompted", async () => {
    const idp = await withConsole();
    const [first, second] = [verifierOf(), verifierOf()];
    const { cookie, location } = await signInAt(authorizeUrl(idp, first), { organization_id: STAFF_ORG });
    const visit = (more: Record<string, string>, headers: Record<string, string> = { cookie }) =>
      fetch(authorizeUrl(idp, second, more), { headers, redirect: "manual" });
    const silent = await visit({ organization_id: STAFF_ORG });
    expect(silent.status).toBe(303);
    const { body } = await redeemAt(idp, codeOf(silent.headers.get("location") ?? ""), second);
    expect(body).toMatchObject({ organization_id: STAFF_ORG, user: { email: "ada@example.org" } });
    expect((await visit({ redirect_uri: PROGRAM })).status).toBe(200);
    expect((await visit({ prompt: "login" })).status).toBe(200);
    expect((await visit({}, {})).status).toBe(200);
    const none = await visit({ prompt: "none" }, {});
    expect(new URL(none.headers.get("location") ?? "").searchParams.get("error")).toBe("login_required");

    const tokens = (await redeemAt(idp, codeOf(location), first)).body;
    const sid = String(decodeJwt(tokens.access_token).sid);
    const logOut = `${idp.url}/user_management/sessions/logout`;
    // A browser must confirm if no one or someone else is signed in.
    const other = await signInAt(authorizeUrl(idp, first), { email: "grace@example.org" });
    for (const headers of [{ cookie: "" }, { cookie: other.cookie }]) {
      expect(await (await fetch(`${logOut}?session_id=${sid}`, { headers })).text()).toContain("Sign out?");
    }
    const asked = (target: string) =>
      fetch(`${logOut}?${new URLSearchParams({ session_id: sid, return_to: target })}`, {
        headers: { cookie },
        redirect: "manual",
      });
    const ended = await asked("http://127.0.0.1:4000/");
    expect([ended.status, ended.headers.get("location")]).toEqual([303, "http://127.0.0.1:4000/"]);
    expect(ended.headers.get("set-cookie")).toContain("Max-Age=0");
    expect((await visit({})).status).toBe(200);
    expect(await (await asked("https://evil.example/")).text()).not.toContain("evil");
  });

  test("only pages on this machine can redeem codes", async () => {
    const idp = await withConsole();
    const address = `${idp.url}/user_management/authenticate`;
    const preflight = (origin: string, url = address) =>
      fetch(url, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type",
        },
      });
    const allowed = await preflight("http://127.0.0.1:4000");
    expect([allowed.status, allowed.headers.get("access-control-allow-origin")]).toEqual([
      204,
      "http://127.0.0.1:4000",
    ]);
    expect(allowed.headers.get("access-control-allow-headers")).toMatch(/content-type/i);
    const foreign = await preflight("https://evil.example");
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
    const management = await preflight("http://127.0.0.1:4000", `${idp.url}/local/users`);
    expect([management.status, management.headers.get("access-control-allow-origin")]).toEqual([405, null]);
    const refusal = await fetch(address, {
      method: "POST",
      headers: { origin: "http://127.0.0.1:4000", "content-type": "application/json" },
      body: "{}",
    });
    expect([refusal.status, refusal.headers.get("access-control-allow-origin")]).toEqual([
      400,
      "http://127.0.0.1:4000",
    ]);
  });
});
