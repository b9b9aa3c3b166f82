import type { Platform } from "#client/connect.ts";
import type { TokenSource } from "#client/tokens.ts";
import type { Waiting } from "#client/waitFor.ts";
import type { Workspace } from "#client/workspace.ts";
import { Interrupted, UsageError } from "./errors.ts";
import type { Fields } from "./output/printList.ts";
import { ProgressLine } from "./output/progressLine.ts";
import { credentialsPath, readCredentials, selectionOf } from "./session/credentials.ts";

/** Options shared by all commands. */
export interface GlobalOptions {
  json?: boolean;
  quiet?: boolean;
  wait?: boolean;
  url?: string;
  workspace?: string;
}

/** Environment of a command: output, connection and session. */
export class Cli {
  readonly env: Record<string, string | undefined>;
  readonly json: boolean;
  readonly quiet: boolean;
  /** False with `--no-wait`. */
  readonly waits: boolean;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly #options: GlobalOptions;
  #tokens: Promise<TokenSource> | undefined;

  constructor(env: Record<string, string | undefined>, options: GlobalOptions, signal: AbortSignal) {
    this.env = env;
    this.json = options.json ?? false;
    this.quiet = options.quiet ?? false;
    this.waits = options.wait ?? true;
    this.signal = signal;
    this.#options = options;
  }

  /** Prints a message to stderr. */
  say(text: string): void {
    if (!this.quiet) process.stderr.write(`${text}\n`);
  }

  /** Prints text to stdout unchanged. */
  print(text: string): void {
    process.stdout.write(text);
  }

  /** Prints a list: as JSON with `--json`, as a table on a terminal, otherwise as TSV. */
  async list<Item>(items: readonly Item[], fields: Fields<Item>): Promise<void> {
    // Loaded on demand, because most commands print neither a list nor a single object.
    const { printList } = await import("./output/printList.ts");
    printList(items, fields, this.json);
  }

  /** Prints one object: as JSON with `--json`, otherwise one line per field. */
  async record<Item>(item: Item, fields: Fields<Item>): Promise<void> {
    const { printRecord } = await import("./output/printList.ts");
    printRecord(item, fields, this.json);
  }

  /** Prints the response to a change: the full response with `--json`, otherwise `words`. */
  done(answer: unknown, words: string): void {
    if (this.json) this.print(`${JSON.stringify(answer, null, 2)}\n`);
    else this.say(words);
  }

  /** URL of the platform: from the option, the environment, the last sign-in, or the default on this machine. */
  async url(): Promise<string> {
    const stated = this.#options.url ?? this.env.PDP_URL;
    const url = stated ?? (await this.#kept()).url ?? "http://127.0.0.1:4000";
    if (!/^https?:\/\/[^/]/.test(url)) {
      throw new UsageError(
        `"${url}" is not a platform URL. It must start with https:// (or http:// for this machine).`,
      );
    }
    return url.replace(/\/+$/, "");
  }

  async tokens(): Promise<TokenSource> {
    const { tokensFor } = await import("./session/openSession.ts");
    this.#tokens ??= this.url().then((url) => tokensFor(this.env, url));
    return this.#tokens;
  }

  async platform(): Promise<Platform> {
    const [{ Platform }, url, token] = await Promise.all([
      import("#client/connect.ts"),
      this.url(),
      this.tokens(),
    ]);
    return new Platform({ url, token });
  }

  /** Opens the workspace specified by the option, the environment, or `pdp use`. */
  async workspace(): Promise<Workspace> {
    const [url, token] = await Promise.all([this.url(), this.tokens()]);
    const name = await this.usualWorkspace();
    if (!name) {
      throw new UsageError(
        "Specify a workspace: pdp use WORKSPACE, --workspace, or PDP_WORKSPACE. pdp workspace list shows them.",
      );
    }
    const { openWorkspace } = await import("./session/openSession.ts");
    return openWorkspace(url, name, token);
  }

  /** Workspace specified by the option, the environment or `pdp use`. */
  async usualWorkspace(): Promise<string | undefined> {
    const stated = this.#options.workspace ?? this.env.PDP_WORKSPACE;
    return stated || selectionOf(await this.#kept(), await this.url()).workspace;
  }

  /** Project specified by the environment or `pdp use`. */
  async usualProject(): Promise<string | undefined> {
    return this.env.PDP_PROJECT || selectionOf(await this.#kept(), await this.url()).project;
  }

  /**
   * Waits for the service's background work while showing a progress line. Ctrl-C stops the wait, and `onwards` describes how
   * to continue.
   */
  async waiting<State, Result>(
    describe: (state: State) => string,
    onwards: string,
    work: (waiting: Waiting<State>) => Promise<Result>,
  ): Promise<Result> {
    const line = new ProgressLine(process.stderr, !this.quiet && !this.json);
    try {
      return await work({ signal: this.signal, onProgress: (state) => line.show(describe(state)) });
    } catch (error) {
      if (this.signal.aborted) throw new Interrupted(onwards);
      throw error;
    } finally {
      line.end();
    }
  }

  async #kept() {
    return readCredentials(credentialsPath(this.env));
  }
}
