import type { IncomingHttpHeaders } from "node:http";
import { bundleConsole, type ConsoleBundle, type ConsoleFile } from "#build/console/bundleConsole.ts";
import { type ConsoleAddresses, consoleHeaders } from "#build/console/consoleHeaders.ts";
import { type ConsoleConfiguration, consoleConfiguration } from "#build/console/writeConsole.ts";
import { isConsolePage } from "#console/consolePaths.ts";
import type { Reply } from "#shared/http/apiEvent.ts";
import { staticReply } from "#shared/http/staticReply.ts";

/** Default port for the commands of a local platform; `PORT` overrides it. */
const DEFAULT_PORT = "4000";

/** Console files, served at the platform's URL. */
export class ConsoleSite {
  readonly #addresses: () => ConsoleAddresses;
  readonly #productName: string | undefined;
  #bundle: Promise<ConsoleBundle> | undefined;

  /** `productName`: product name; the default name if absent. */
  constructor(addresses: () => ConsoleAddresses, productName?: string) {
    this.#addresses = addresses;
    this.#productName = productName;
  }

  /**
   * Returns the response to a GET request for a console path. Returns null for other paths, except for page requests from a
   * browser, which get the console's 404 page. The first response waits for the bundle.
   */
  async reply(
    method: string,
    path: string,
    { accept = "", "if-none-match": known }: IncomingHttpHeaders,
  ): Promise<Reply | null> {
    if (method !== "GET" && method !== "HEAD") return null;
    const isPage = isConsolePage(path);
    const isFile = path === "/config.json" || path.startsWith("/assets/");
    if (!isPage && !isFile && !accept.includes("text/html")) return null;
    if (path === "/config.json") {
      const { platformUrl } = this.#addresses();
      return {
        statusCode: 200,
        headers: { "content-type": "application/json", "cache-control": "no-store" },
        body: JSON.stringify({
          ...consoleConfiguration(platformUrl),
          member_command: memberCommand(platformUrl),
        } satisfies ConsoleConfiguration),
      };
    }
    const { files, index } = await this.prepare();
    const page = consoleHeaders(this.#addresses());
    if (isPage) return fileReply(index, page, known);
    if (!isFile) return { ...fileReply(index, page), statusCode: 404 };
    const file = files.get(path);
    return file ? fileReply(file, { "x-content-type-options": "nosniff" }, known) : null;
  }

  /** Bundles the console if it is not bundled yet. After a failure, the next call tries again. */
  prepare(): Promise<ConsoleBundle> {
    if (this.#bundle) return this.#bundle;
    const bundle = bundleConsole(this.#productName);
    this.#bundle = bundle;
    bundle.catch(() => {
      this.#bundle = undefined;
    });
    return bundle;
  }
}

/** Returns the command that creates a token on a local platform and makes the user a member. */
function memberCommand(platformUrl: string): string {
  const { port } = new URL(platformUrl);
  const { DATA_DIR: directory } = process.env;
  const settings = [
    ...(port === DEFAULT_PORT ? [] : [`PORT=${port}`]),
    ...(directory ? [`DATA_DIR='${directory.replaceAll("'", "'\\''")}'`] : []),
  ];
  return [...settings, "npm run -s token --"].join(" ");
}

function fileReply(
  { body, contentType, isImmutable }: ConsoleFile,
  headers: Record<string, string>,
  ifNoneMatch?: string,
): Reply {
  return staticReply(
    body,
    {
      ...headers,
      "content-type": contentType,
      "cache-control": isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
    },
    ifNoneMatch,
  );
}
