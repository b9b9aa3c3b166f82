import { signal } from "@preact/signals";
import { Platform } from "#client/connect.ts";
import { type IdentityProvider, identityProvider, SignInError } from "#client/signIn/authenticate.ts";
import { beginSignIn, completeSignIn, type PendingSignIn } from "#client/signIn/pkce.ts";
import { claimsOf, Session } from "#client/signIn/session.ts";
import type { Workspace } from "#client/workspace.ts";
import { onSignedOutElsewhere, tellSignedOut } from "./otherTabs.ts";
import { navigate } from "./router.ts";

/** Keys in this tab's storage. The access token is kept only in memory. */
const PENDING = "sign-in";
const REFRESH = "refresh-token";

export interface SignedIn {
  platform: Platform;
  session: Session;
  provider: IdentityProvider;
}

/** Console user: not signed in yet, signed out, or signed in. */
export const signedIn = signal<SignedIn | "starting" | "signedOut">("starting");

interface Configuration {
  platformUrl: string;
  /** Command that makes users members of workspaces on a local platform; null elsewhere. */
  memberCommand: string | null;
}

export const configuration = readConfiguration();
const platformUrl = configuration.then((config) => config.platformUrl);
// `start` reports the failure.
platformUrl.catch(() => undefined);

async function readConfiguration(): Promise<Configuration> {
  const response = await fetch("/config.json");
  const { platform_url, member_command = null } = await response.json();
  return { platformUrl: platform_url || window.location.origin, memberCommand: member_command };
}

/** Error for a workspace that does not exist or that the user is not a member of. */
export class NoMember extends Error {
  override readonly name = "NoMember";
}

onSignedOutElsewhere(() => {
  sessionStorage.removeItem(REFRESH);
  // The access token is removed with its session.
  if (typeof signedIn.value !== "string") signedIn.value = "signedOut";
});

/** Continues the session of this tab, or starts a sign-in. Resolves when a user is signed in or the browser leaves the page. */
export async function start(): Promise<void> {
  const provider = await identityProvider(await platformUrl);
  const refreshToken = sessionStorage.getItem(REFRESH);
  if (window.location.pathname === "/callback") return finish(provider);
  if (!refreshToken) return leaveToSignIn(provider);
  begin(provider, { accessToken: "", refreshToken });
}

async function finish(provider: IdentityProvider): Promise<void> {
  const kept = sessionStorage.getItem(PENDING);
  sessionStorage.removeItem(PENDING);
  if (kept === null) return navigate("/", { replace: true });
  const { returnTo, ...pending } = JSON.parse(kept) as PendingSignIn & { returnTo: string };
  const tokens = await completeSignIn(provider, pending, new URL(window.location.href));
  sessionStorage.setItem(REFRESH, tokens.refreshToken);
  navigate(returnTo, { replace: true });
  begin(provider, tokens);
}

function begin(provider: IdentityProvider, tokens: { accessToken: string; refreshToken: string }): void {
  const session = new Session(provider, tokens, ({ refreshToken }) =>
    sessionStorage.setItem(REFRESH, refreshToken),
  );
  const token = {
    accessToken: async (refused?: string) => {
      try {
        return await session.accessToken(refused);
      } catch (error) {
        if (error instanceof SignInError) await leaveToSignIn(provider);
        throw error;
      }
    },
  };
  void platformUrl.then((url) => {
    signedIn.value = { platform: new Platform({ url, token }), session, provider };
  });
}

/** Opens the provider's sign-in page, which returns to the current page. */
export async function leaveToSignIn(provider: IdentityProvider, prompt?: "login"): Promise<void> {
  const pending = await beginSignIn(provider, {
    redirectUri: new URL("/callback", window.location.href).href,
    ...(prompt && { prompt }),
  });
  const { pathname, search } = window.location;
  const returnTo = pathname === "/callback" ? "/" : pathname + search;
  sessionStorage.removeItem(REFRESH);
  sessionStorage.setItem(PENDING, JSON.stringify({ ...pending, returnTo }));
  window.location.assign(pending.url);
}

/** Ends the session here and opens the provider's page that ends it there. */
export async function signOut({ session, provider }: SignedIn): Promise<void> {
  const { sid } = claimsOf(await session.accessToken());
  sessionStorage.removeItem(REFRESH);
  tellSignedOut();
  const query = new URLSearchParams({ session_id: String(sid), return_to: window.location.origin });
  window.location.assign(`${provider.url}/user_management/sessions/logout?${query}`);
}

let current: { name: string; opening: Promise<Workspace> } | undefined;

/**
 * Opens a workspace, switching to its organization if necessary: a session belongs to one organization at a time, so only one
 * workspace is open.
 */
export function openWorkspace(name: string): Promise<Workspace> {
  if (current?.name === name) return current.opening;
  const opened = { name, opening: open(name) };
  current = opened;
  opened.opening.catch(() => {
    if (current === opened) current = undefined;
  });
  return opened.opening;
}

async function open(name: string): Promise<Workspace> {
  if (typeof signedIn.value === "string") throw new Error("Nobody is signed in.");
  const { platform, session } = signedIn.value;
  const { data: access } = await platform.raw.GET("/auth:checkAuth", {
    params: { query: { workspace: name } },
  });
  if (access && !access.authorized) {
    if (!access.can_reauth || !access.org_id) throw new NoMember(name);
    await session.enterOrganization(access.org_id);
  }
  return platform.workspace(name);
}
