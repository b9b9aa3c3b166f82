import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { IdentityProvider, Tokens } from "#client/signIn/authenticate.ts";
import { beginSignIn, completeSignIn } from "#client/signIn/pkce.ts";
import type { Cli } from "../cli.ts";
import { Interrupted } from "../errors.ts";

const DONE =
  "<!doctype html><meta charset=utf-8><title>Signed in</title><p>You are signed in. You can close this page.";

/** Signs in through a browser on this machine, which redirects to a port that this process listens on. */
export async function signInByBrowser(cli: Cli, provider: IdentityProvider): Promise<Tokens> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    const pending = await beginSignIn(provider, { redirectUri: `http://127.0.0.1:${port}/callback` });
    process.stderr.write(
      `Sign in at ${pending.url}\n(to use a browser on another machine: pdp login --device)\n`,
    );
    openInBrowser(pending.url, cli.env);
    const answer = new Promise<URL>((resolve) => {
      server.on("request", (request, response) => {
        const url = new URL(request.url ?? "/", `http://127.0.0.1:${port}`);
        const isAnswer = url.pathname === "/callback";
        response.writeHead(isAnswer ? 200 : 404, { "content-type": "text/html", connection: "close" });
        response.end(isAnswer ? DONE : "");
        if (isAnswer) resolve(url);
      });
    });
    const interrupted = once(cli.signal, "abort").then(() => {
      throw new Interrupted("Sign-in was not completed.");
    });
    return await completeSignIn(provider, pending, await Promise.race([answer, interrupted]));
  } finally {
    server.close();
    server.closeIdleConnections();
  }
}

/** Opens a URL or a file with the program in `BROWSER` or the system default. Does nothing if there is neither. */
export function openInBrowser(target: string, env: Record<string, string | undefined>): void {
  const system =
    process.platform === "darwin" ? "open" : process.platform === "win32" ? "explorer" : "xdg-open";
  const child = spawn(env.BROWSER || system, [target], { detached: true, stdio: "ignore" });
  child.on("error", () => undefined);
  child.unref();
}
