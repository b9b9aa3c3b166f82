import * as v from "valibot";
import { escapeMarkup } from "#shared/http/escapeMarkup.ts";
import { ensureMembership, ensureUser, membershipOf, organizationOf } from "../directory.ts";
import { Email, type Route, read, Text } from "../exchange.ts";
import type { Idp } from "../idp.ts";
import { invalidRequest } from "../idpError.ts";
import type { Change } from "../idpStore.ts";
import { issueCode } from "../signIn/authorizationCodes.ts";
import { rememberBrowser, userOfBrowser } from "../signIn/browserSessions.ts";
import { formToken, requireFormToken } from "./formToken.ts";
import { Page } from "./page.ts";
import { Redirect } from "./redirect.ts";

const PATH = "/user_management/authorize";

/** Base64url-encoded SHA-256. */
const Challenge = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, "It must be a SHA-256 in base64url"));

const entries = {
  client_id: Text,
  redirect_uri: Text,
  response_type: v.literal("code"),
  code_challenge: Challenge,
  code_challenge_method: v.literal("S256"),
  state: v.optional(v.pipe(v.string(), v.maxLength(1_000)), ""),
  organization_id: v.optional(v.string(), ""),
  login_hint: v.optional(v.pipe(v.string(), v.maxLength(200)), ""),
};
const AuthorizationRequest = v.object({ ...entries, prompt: v.optional(v.string(), "") });
type AuthorizationRequest = v.InferOutput<typeof AuthorizationRequest>;
const SignIn = v.object({ ...entries, form_token: Text, email: Email });

/**
 * Pages on which a user signs in to a program (RFC 6749, section 4.1, with S256 of RFC 7636): one of the platform's pages or a
 * program on this machine.
 */
export const authorizePages: Route[] = [
  {
    method: "GET",
    path: PATH,
    access: "page",
    errors: "page",
    handle: async (idp, { query, headers }) => {
      const request = read(AuthorizationRequest, Object.fromEntries(query));
      const redirect = redirectOf(idp, request);
      const userId = userOfBrowser(idp, headers);
      // For other programs, the user must press the button.
      if (userId !== undefined && request.prompt !== "login" && isOwn(idp, redirect)) {
        return await idp.store.change((change) => goBack(change, request, userId));
      }
      if (request.prompt === "none") return new Redirect(withAnswer(request, { error: "login_required" }));
      return signInPage(idp, request, redirect);
    },
  },
  {
    method: "POST",
    path: PATH,
    access: "page",
    errors: "page",
    handle: async (idp, { fields }) => {
      const request = read(SignIn, fields);
      redirectOf(idp, request);
      requireFormToken(idp, subjectOf(request), request.form_token);
      return await idp.store.change((change) => {
        const organization =
          request.organization_id && organizationOf(change.state, request.organization_id).id;
        const user = ensureUser(change, { email: request.email });
        if (organization) ensureMembership(change, user.id, organization);
        return goBack(change, request, user.id, rememberBrowser(change, idp, user.id));
      });
    },
  },
];

/** Returns the URL to return to. Throws a 400 unless it belongs to the platform or to this machine. */
function redirectOf(idp: Idp, { client_id, redirect_uri }: { client_id: string; redirect_uri: string }): URL {
  if (client_id !== idp.clientId) throw invalidRequest("The client is unknown.");
  const url = URL.parse(redirect_uri);
  const isLoopback = url?.protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url && url.hash === "" && (isLoopback || isOwn(idp, url))) return url;
  throw invalidRequest(
    "redirect_uri must be the platform's /callback, or the URL of a program on this machine (http://127.0.0.1:…).",
  );
}

function isOwn({ redirects }: Idp, url: URL): boolean {
  return redirects.includes(url.href);
}

function goBack(
  change: Change,
  request: Omit<AuthorizationRequest, "prompt">,
  userId: string,
  headers: Record<string, string> = {},
): Redirect {
  const wanted = request.organization_id;
  const isMember = wanted !== "" && membershipOf(change.state, userId, wanted) !== undefined;
  const code = issueCode(change, {
    userId,
    organizationId: isMember ? wanted : null,
    redirectUri: request.redirect_uri,
    challenge: request.code_challenge,
  });
  return new Redirect(withAnswer(request, { code }), headers);
}

function withAnswer(
  { redirect_uri, state }: { redirect_uri: string; state: string },
  answer: Record<string, string>,
): string {
  const url = new URL(redirect_uri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state) url.searchParams.set("state", state);
  return url.href;
}

/** The form token is bound to the page's request. */
function subjectOf({ redirect_uri, code_challenge, state }: Omit<AuthorizationRequest, "prompt">): string {
  return JSON.stringify([PATH, redirect_uri, code_challenge, state]);
}

function signInPage(idp: Idp, request: AuthorizationRequest, redirect: URL): Page {
  const { state } = idp.store;
  const users = state.users.map(({ email }) => `<option value="${escapeMarkup(email)}">`);
  // The first user must be staff, because no one else can create a workspace.
  const isFirst = !state.organizations.some(({ external_id }) => external_id !== null);
  const preselected = request.organization_id || (isFirst ? idp.staffOrgId : "");
  const organizations = state.organizations.map(({ id, name }) => {
    const selected = id === preselected ? " selected" : "";
    return `<option value="${escapeMarkup(id)}"${selected}>${escapeMarkup(name)}</option>`;
  });
  const { prompt: _, login_hint, organization_id: __, ...kept } = request;
  const hidden = Object.entries({ ...kept, form_token: formToken(idp, subjectOf(request)) }).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeMarkup(value)}">`,
  );
  const who = isOwn(idp, redirect)
    ? ""
    : `<p>A program on this machine (${escapeMarkup(redirect.host)}) will act on your behalf. Continue only if you started it.</p>`;
  return new Page(
    "Sign in",
    `${who}<form method="post" action="${PATH}">
${hidden.join("\n")}
<label for="email">Email</label>
<input id="email" name="email" type="email" required value="${escapeMarkup(login_hint || "dev@example.org")}" autocomplete="email" list="users">
<datalist id="users">${users.join("")}</datalist>
<label for="organization_id">Join an organization</label>
<select id="organization_id" name="organization_id">
<option value="">Only the ones I belong to</option>
${organizations.join("\n")}
</select>
<p class="hint">This local sign-in needs no password. It creates the user and the membership if they do not exist. <em>Platform staff</em> create workspaces for all organizations; on your own machine, that is you.</p>
<p class="actions"><button>Sign in</button></p>
</form>`,
    { formTarget: redirect.origin },
  );
}
