import * as v from "valibot";
import { escapeMarkup } from "#local/escapeMarkup.ts";
import { userOf } from "../directory.ts";
import { type Route, read, Text } from "../exchange.ts";
import type { Idp } from "../idp.ts";
import { forgetBrowser } from "../signIn/browserSessions.ts";
import { revokeSession } from "../signIn/sessions.ts";
import { formToken, requireFormToken } from "./formToken.ts";
import { Page } from "./page.ts";

const PATH = "/user_management/sessions/logout";

const LogOut = v.object({ session_id: Text, form_token: Text, return_to: v.optional(v.string()) });

/** Pages on which a person ends the session that `session_id` names (the claim `sid`), and goes back to `return_to`. */
export const logOutPages: Route[] = [
  {
    method: "GET",
    path: PATH,
    access: "page",
    errors: "page",
    handle: async (idp, { query }) => {
      const { sessions } = idp.store.state;
      const returnTo = query.get("return_to") ?? "";
      const session = sessions.find(({ id }) => id === query.get("session_id"));
      if (session?.status !== "active") return signedOutPage(idp, returnTo);
      const { email } = userOf(idp.store.state, session.user_id);
      return new Page(
        "Sign out?",
        `<p>This ends the session of ${escapeMarkup(email)} in the program that opened this page.</p>
<form method="post" action="${PATH}">
<input type="hidden" name="session_id" value="${escapeMarkup(session.id)}">
<input type="hidden" name="form_token" value="${formToken(idp, session.id)}">
<input type="hidden" name="return_to" value="${escapeMarkup(returnTo)}">
<p class="actions"><button>Sign out</button></p>
</form>`,
      );
    },
  },
  {
    method: "POST",
    path: PATH,
    access: "page",
    errors: "page",
    handle: async (idp, { fields, headers }) => {
      const { session_id, form_token, return_to = "" } = read(LogOut, fields);
      requireFormToken(idp, session_id, form_token);
      const forgotten = await idp.store.change((change) => {
        revokeSession(change, session_id);
        return forgetBrowser(change, idp, headers);
      });
      return signedOutPage(idp, return_to, forgotten);
    },
  },
];

/** Says that the session has ended. It leads back to the platform's own pages only, not to any address. */
function signedOutPage({ origins }: Idp, returnTo: string, headers: Record<string, string> = {}): Page {
  const isOwn = origins.includes(URL.parse(returnTo)?.origin ?? "");
  const back = isOwn ? `\n<p><a href="${escapeMarkup(returnTo)}">Back to the application</a></p>` : "";
  return new Page("Signed out", `<p>The session has ended.</p>${back}`, { headers });
}
