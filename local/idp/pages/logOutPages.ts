import type { IncomingHttpHeaders } from "node:http";
import * as v from "valibot";
import { escapeMarkup } from "#shared/http/escapeMarkup.ts";
import { userOf } from "../directory.ts";
import { type Route, read, Text } from "../exchange.ts";
import type { Idp } from "../idp.ts";
import { forgetBrowser, userOfBrowser } from "../signIn/browserSessions.ts";
import { revokeSession } from "../signIn/sessions.ts";
import { formToken, requireFormToken } from "./formToken.ts";
import { Page } from "./page.ts";
import { Redirect } from "./redirect.ts";

const PATH = "/user_management/sessions/logout";

const LogOut = v.object({ session_id: Text, form_token: Text, return_to: v.optional(v.string()) });

/**
 * Pages that end the session identified by `session_id` (the claim `sid`) and return to `return_to`. A browser that is signed
 * in as the session's user ends it immediately, because only this user's programs know the ID; any other browser asks first.
 */
export const logOutPages: Route[] = [
  {
    method: "GET",
    path: PATH,
    access: "page",
    errors: "page",
    handle: async (idp, { query, headers }) => {
      const { sessions } = idp.store.state;
      const returnTo = query.get("return_to") ?? "";
      const session = sessions.find(({ id }) => id === query.get("session_id"));
      if (session?.status !== "active") return signedOutPage(idp, returnTo);
      if (userOfBrowser(idp, headers) === session.user_id) {
        const forgotten = await endSession(idp, session.id, headers);
        return isOwn(idp, returnTo) ? new Redirect(returnTo, forgotten) : signedOutPage(idp, "", forgotten);
      }
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
      const forgotten = await endSession(idp, session_id, headers);
      return signedOutPage(idp, return_to, forgotten);
    },
  },
];

/** Ends a session and returns the headers that make the browser forget its user. */
function endSession(idp: Idp, id: string, headers: IncomingHttpHeaders): Promise<Record<string, string>> {
  return idp.store.change((change) => {
    revokeSession(change, id);
    return forgetBrowser(change, idp, headers);
  });
}

function isOwn({ origins }: Idp, url: string): boolean {
  return origins.includes(URL.parse(url)?.origin ?? "");
}

/** Reports that the session has ended. The page links only to the platform's pages, not to arbitrary URLs. */
function signedOutPage(idp: Idp, returnTo: string, headers: Record<string, string> = {}): Page {
  const back = isOwn(idp, returnTo)
    ? `\n<p><a href="${escapeMarkup(returnTo)}">Back to the application</a></p>`
    : "";
  return new Page("Signed out", `<p>The session has ended.</p>${back}`, { headers });
}
