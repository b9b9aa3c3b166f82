import { decodeJwt } from "jose";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasBrowser, openBrowser } from "../../support/browser.ts";
import { CLIENT_ID } from "./idpNames.ts";
import { memberOf, redeem, refresh, runIdp, signIn, type TestIdp } from "./runningIdp.ts";

async function startSignIn(idp: TestIdp) {
  const { body } = await idp.post("/user_management/authorize/device", { client_id: CLIENT_ID });
  return body as { device_code: string; user_code: string; verification_uri_complete: string };
}

/** Returns the fields of a page's form as sent to the browser. */
async function hiddenFields(url: string): Promise<Record<string, string>> {
  const text = await (await fetch(url)).text();
  const found = text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g);
  return Object.fromEntries([...found].map(([, name, value]) => [name, value]));
}

const submit = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", body: new URLSearchParams(fields), headers });

describe("the sign-in page", () => {
  test("the page approves a sign-in for the chosen user and organization, and creates new ones", async () => {
    const idp = await runIdp();
    const { organizationId } = await memberOf(idp, 'lab <"&>', "ada@example.org");
    const { device_code, verification_uri_complete } = await startSignIn(idp);
    const page = await (await fetch(verification_uri_complete)).text();
    expect(page).toContain("lab &lt;&quot;&amp;&gt;</option>");
    const fields = await hiddenFields(verification_uri_complete);
    expect((await redeem(idp, device_code)).body.error).toBe("authorization_pending");
    const approval = {
      ...fields,
      decision: "approve",
      email: "New@example.org",
      organization_id: organizationId,
    };
    const answer = await submit(`${idp.url}/local/device`, approval, { origin: idp.url });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("Signed in")]);
    const { body } = await redeem(idp, device_code);
    expect(body).toMatchObject({ organization_id: organizationId, user: { email: "new@example.org" } });
    expect((await submit(`${idp.url}/local/device`, approval)).status).toBe(404);
  });

  test("the page denies a sign-in, and the program is notified", async () => {
    const idp = await runIdp();
    const { device_code, verification_uri_complete } = await startSignIn(idp);
    const fields = await hiddenFields(verification_uri_complete);
    const answer = await submit(`${idp.url}/local/device`, { ...fields, decision: "deny" });
    expect(await answer.text()).toContain("Denied");
    const { status, body } = await redeem(idp, device_code);
    expect([status, body.error]).toEqual([400, "access_denied"]);
  });

  test("GET requests, missing form tokens and requests from other sites change nothing", async () => {
    const idp = await runIdp();
    const [one, other] = [await startSignIn(idp), await startSignIn(idp)];
    const address = `${idp.url}/local/device`;
    const approval = {
      ...(await hiddenFields(one.verification_uri_complete)),
      ...{ decision: "approve", email: "ada@example.org", organization_id: "" },
    };
    const byGet = new URLSearchParams(approval);
    expect((await fetch(`${address}?${byGet}`)).status).toBe(200);
    const { form_token } = await hiddenFields(other.verification_uri_complete);
    const refused = [
      submit(address, { ...approval, form_token: form_token ?? "" }),
      submit(address, { ...approval, form_token: "x" }),
      submit(address, approval, { origin: "https://evil.example" }),
      submit(address, approval, { origin: "null" }),
      submit(address, approval, { "sec-fetch-site": "cross-site" }),
    ];
    for (const answer of await Promise.all(refused)) expect(answer.status).toBe(403);
    const headers = { "content-type": "application/json" };
    const json = await fetch(address, { method: "POST", headers, body: JSON.stringify(approval) });
    expect(json.status).toBe(415);
    expect((await redeem(idp, one.device_code)).body.error).toBe("authorization_pending");
    expect((await submit(address, approval, { origin: idp.url })).status).toBe(200);
  });

  test("the page reports a code that is not pending, and requests a missing one", async () => {
    const idp = await runIdp();
    const unknown = await fetch(`${idp.url}/local/device?user_code=XXXX-<b>`);
    expect([unknown.status, unknown.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    const asked = await fetch(`${idp.url}/local/device`);
    expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('name="user_code"')]);
    expect(asked.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });
});

describe("the log-out page", () => {
  test("only the button ends the session, and only the platform's own pages are redirect targets", async () => {
    const origin = "http://127.0.0.1:4000";
    const idp = await runIdp({ origins: [origin] });
    const { userId } = await memberOf(idp, "lab", "ada@example.org");
    const { access_token, refresh_token } = await signIn(idp, userId);
    const address = `${idp.url}/user_management/sessions/logout`;
    const url = `${address}?session_id=${decodeJwt(access_token).sid}&return_to=${origin}/docs`;
    expect(await (await fetch(url)).text()).toContain("ada@example.org");
    const kept = await refresh(idp, refresh_token);
    expect(kept.status).toBe(200);

    const fields = await hiddenFields(url);
    expect((await submit(address, { ...fields, form_token: "x" })).status).toBe(403);
    const done = await submit(address, fields);
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining(`href="${origin}/docs"`)]);
    expect((await refresh(idp, kept.body.refresh_token)).body.error).toBe("invalid_grant");

    const again = await (await fetch(url.replace(origin, "https://evil.example"))).text();
    expect(again).toContain("Signed out");
    expect(again).not.toContain("evil");
  });
});

describe.skipIf(!hasBrowser)("in a browser (Linux on x64)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  /** Opens the page for a new sign-in; `errors` contains the browser's complaints, such as a forbidden style. */
  async function openSignIn(idp: TestIdp, host: string, scripts = false) {
    const started = await startSignIn(idp);
    const context = await browser.newContext({ javaScriptEnabled: scripts });
    const page: Page = await context.newPage();
    const errors: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.goto(started.verification_uri_complete.replace("127.0.0.1", host));
    return { ...started, page, errors };
  }

  test("the form can be filled in by its labels and without scripts, at both of the machine's host names", async () => {
    const idp = await runIdp();
    await memberOf(idp, "lab", "ada@example.org");
    for (const host of ["127.0.0.1", "localhost"]) {
      const { page, device_code, user_code } = await openSignIn(idp, host);
      await page.getByText(user_code).waitFor();
      await page.getByLabel("Your email").fill("ada@example.org");
      await page.getByLabel("Organization").selectOption("lab");
      await page.getByRole("button", { name: "Approve" }).click();
      await page.getByRole("heading", { name: "Signed in" }).waitFor();
      expect((await redeem(idp, device_code)).status).toBe(200);
    }
    const denied = await openSignIn(idp, "127.0.0.1");
    await denied.page.getByLabel("Your email").fill("");
    await denied.page.getByRole("button", { name: "Deny" }).click();
    await denied.page.getByRole("heading", { name: "Denied" }).waitFor();
    expect((await redeem(idp, denied.device_code)).body.error).toBe("access_denied");
  });

  test("the policy allows only the page's style and font, and the page shows the product's name", async () => {
    const idp = await runIdp({ productName: "Enzymes <& Co>" });
    const { page, errors } = await openSignIn(idp, "127.0.0.1", true);
    expect(await page.title()).toBe("Sign in this program? · Enzymes <& Co>");
    expect(await page.evaluate('getComputedStyle(document.querySelector("main")).borderTopLeftRadius')).toBe(
      "10px",
    );
    expect(
      await page.evaluate('document.fonts.load("14px Inter Variable").then(({ length }) => length)'),
    ).toBe(1);
    expect(errors.filter((error) => !error.includes("favicon"))).toEqual([]);
    if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT });
  });
});
