import * as v from "valibot";
import { escapeMarkup } from "#shared/http/escapeMarkup.ts";
import { ensureMembership, ensureUser, organizationOf } from "../directory.ts";
import { Email, type Route, read, Text } from "../exchange.ts";
import type { Idp } from "../idp.ts";
import { approveDeviceCode, denyDeviceCode, pendingDeviceCode } from "../signIn/deviceCodes.ts";
import { formToken, requireFormToken } from "./formToken.ts";
import { Page } from "./page.ts";

const PATH = "/local/device";

const Decision = v.variant("decision", [
  v.object({
    decision: v.literal("approve"),
    user_code: Text,
    form_token: Text,
    email: Email,
    /** "": none. */
    organization_id: v.string(),
  }),
  v.object({ decision: v.literal("deny"), user_code: Text, form_token: Text }),
]);

/** Pages on which a person approves or denies the sign-in of a program that displays a user code. */
export const devicePages: Route[] = [
  {
    method: "GET",
    path: PATH,
    access: "page",
    errors: "page",
    handle: async (idp, { query }) => {
      const userCode = query.get("user_code");
      return userCode ? decisionPage(idp, userCode) : codePage();
    },
  },
  {
    method: "POST",
    path: PATH,
    access: "page",
    errors: "page",
    handle: async (idp, { fields }) => {
      const decision = read(Decision, fields);
      requireFormToken(idp, decision.user_code, decision.form_token);
      await idp.store.change((change) => {
        if (decision.decision === "deny") return denyDeviceCode(change, decision.user_code);
        pendingDeviceCode(change, decision.user_code);
        const organization = decision.organization_id
          ? organizationOf(change.state, decision.organization_id).id
          : null;
        const user = ensureUser(change, decision);
        if (organization) ensureMembership(change, user.id, organization);
        approveDeviceCode(change, decision.user_code, user.id, organization);
      });
      return decision.decision === "approve"
        ? new Page("Signed in", "<p>You can close this page and return to the program.</p>")
        : new Page("Denied", "<p>The program was not signed in. You can close this page.</p>");
    },
  },
];

function codePage(): Page {
  return new Page(
    "Sign in a program",
    `<form action="${PATH}">
<label for="user_code">Code that the program shows</label>
<input id="user_code" name="user_code" required autocomplete="off" autocapitalize="characters">
<p class="actions"><button>Continue</button></p>
</form>`,
  );
}

function decisionPage(idp: Idp, userCode: string): Page {
  const { state } = idp.store;
  const code = pendingDeviceCode({ state, at: new Date().toISOString() }, userCode).user_code;
  const users = state.users.map(({ email }) => `<option value="${escapeMarkup(email)}">`);
  const organizations = state.organizations.map(
    ({ id, name }) => `<option value="${escapeMarkup(id)}">${escapeMarkup(name)}</option>`,
  );
  return new Page(
    "Sign in this program?",
    `<p>It will act on your behalf. Approve only if the program shows this code:</p>
<p class="code">${escapeMarkup(code)}</p>
<form method="post" action="${PATH}">
<input type="hidden" name="user_code" value="${escapeMarkup(code)}">
<input type="hidden" name="form_token" value="${formToken(idp, code)}">
<label for="email">Your email</label>
<input id="email" name="email" type="email" required value="dev@example.org" autocomplete="email" list="users">
<datalist id="users">${users.join("")}</datalist>
<label for="organization_id">Organization</label>
<select id="organization_id" name="organization_id">
<option value="">None</option>
${organizations.join("\n")}
</select>
<p class="hint">This local sign-in needs no password. It creates the user and the membership if they do not exist.</p>
<p class="actions">
<button name="decision" value="approve">Approve</button>
<button name="decision" value="deny" class="secondary" formnovalidate>Deny</button>
</p>
</form>`,
  );
}
