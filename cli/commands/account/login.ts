import { Platform } from "#client/connect.ts";
import { type IdentityProvider, identityProvider, type Tokens } from "#client/signIn/authenticate.ts";
import { beginDeviceSignIn } from "#client/signIn/device.ts";
import type { Cli } from "../../cli.ts";
import type { CliCommand } from "../../command.ts";
import { Interrupted } from "../../errors.ts";
import { signInByBrowser } from "../../session/browserSignIn.ts";
import { changeCredentials, credentialsPath } from "../../session/credentials.ts";
import { StoredSession } from "../../session/storedSession.ts";

interface Options {
  device?: boolean;
  browser?: boolean;
}

/** Signs a user in and stores the session. */
export const login: CliCommand<Options> = {
  options: [
    ["--device", "sign in by entering a code in a browser on any machine"],
    ["--browser", "sign in with a browser on this machine (default except over SSH)"],
  ],
  notes: "Machine clients do not sign in: set PDP_CLIENT_ID and PDP_CLIENT_SECRET, or PDP_TOKEN.",
  run: async (cli, { device = false, browser = false }) => {
    const url = await cli.url();
    const provider = await identityProvider(url);
    const byBrowser = !device && (browser || hasBrowser(cli));
    const tokens = byBrowser ? await signInByBrowser(cli, provider) : await signInByDevice(cli, provider);
    const path = credentialsPath(cli.env);
    await changeCredentials(path, (credentials) => {
      const { clientId } = provider;
      credentials.url = url;
      credentials.platforms[url] = { provider: { url: provider.url, clientId }, ...tokens };
    });
    await welcome(cli, url, path);
  },
};

function hasBrowser({ env }: Cli): boolean {
  return process.stderr.isTTY === true && !env.SSH_CONNECTION && !env.SSH_TTY;
}

async function signInByDevice(cli: Cli, provider: IdentityProvider): Promise<Tokens> {
  const started = await beginDeviceSignIn(provider);
  const minutes = Math.round(started.expiresIn / 60);
  process.stderr.write(`Open ${started.url} and enter  ${started.userCode}   (${minutes} minutes)\n`);
  try {
    return await started.tokens(cli.signal);
  } catch (error) {
    if (cli.signal.aborted) throw new Interrupted("Sign-in was not completed.");
    throw error;
  }
}

/** Reports the signed-in user, and selects the workspace if there is only one. */
async function welcome(cli: Cli, url: string, path: string): Promise<void> {
  const platform = new Platform({ url, token: new StoredSession(path, url) });
  const [me, workspaces] = await Promise.all([platform.me(), platform.workspaces()]);
  const [first, second] = workspaces;
  if (first && !second) {
    await changeCredentials(path, ({ platforms }) => {
      const kept = platforms[url];
      if (kept) kept.workspace = first.name;
    });
    cli.done({ email: me.email, workspace: first.name, url }, `✓ ${me.email}, workspace ${first.name}`);
    return;
  }
  const next = first
    ? `choose a workspace: pdp use ${workspaces.map(({ name }) => name).join(" | ")}`
    : "you are not a member of any workspace yet; ask for an invitation";
  cli.done({ email: me.email, workspace: null, url }, `✓ ${me.email}; ${next}`);
}
