import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { take } from "#client/pages.ts";
import { quoteReference } from "#client/requests/sqlNames.ts";
import type { Workspace } from "#client/workspace.ts";
import type { Cli } from "../../cli.ts";
import { UsageError } from "../../errors.ts";
import { wordsFor } from "../../failures.ts";
import { credentialsPath } from "../../session/credentials.ts";
import { type QueryReading, runQuery } from "./runQuery.ts";
import { splitStatements } from "./splitStatements.ts";

const PROMPT = "pdp> ";
const CONTINUED = "  -> ";
/** Number of lines kept between shells. */
const MAX_HISTORY = 1_000;

const HELP = `SELECT …;            run a query; it may have several lines, and ends with a semicolon
.tables              list the tables
.schema TABLE        list the columns of a table
.read FILE           run the queries in a file
.quit                end the shell, also Ctrl-D
Ctrl-C cancels a query or clears the line. Tab completes names. To write a file: pdp sql -o FILE "SELECT …"
`;

/** Reads queries from the terminal and runs them, until the input ends. */
export async function sqlShell(cli: Cli, workspace: Workspace, reading: QueryReading): Promise<void> {
  const path = join(dirname(credentialsPath(cli.env)), "sql_history");
  const names = await completedNames(workspace);
  const lines = createInterface({
    input: process.stdin,
    output: process.stdout,
    prompt: PROMPT,
    history: await readHistory(path),
    historySize: MAX_HISTORY,
    removeHistoryDuplicates: true,
    completer: (line: string) => completions(names, line),
  });
  cli.say(`Workspace ${workspace.name}. End a query with ";". .help lists commands, .quit or Ctrl-D ends.`);
  const shell = new Shell(cli, workspace, reading, lines);
  const history: string[] = [];
  lines.on("history", (kept) => history.splice(0, history.length, ...kept));
  try {
    await shell.run();
  } finally {
    lines.close();
    if (history.length > 0) await keepHistory(path, history);
  }
}

class Shell {
  readonly #cli: Cli;
  readonly #workspace: Workspace;
  readonly #reading: QueryReading;
  readonly #lines: Interface;
  /** Lines of a query that has not ended. */
  #buffer = "";
  #running: AbortController | null = null;

  constructor(cli: Cli, workspace: Workspace, reading: QueryReading, lines: Interface) {
    this.#cli = cli;
    this.#workspace = workspace;
    this.#reading = reading;
    this.#lines = lines;
  }

  async run(): Promise<void> {
    this.#lines.on("SIGINT", () => this.#interrupt());
    this.#ask();
    for await (const line of this.#lines) {
      if (!(await this.#take(line))) return;
      this.#ask();
    }
    this.#cli.print("\n");
  }

  #ask(): void {
    this.#lines.setPrompt(this.#buffer === "" ? PROMPT : CONTINUED);
    // Text that was typed while a query ran is kept.
    this.#lines.prompt(true);
  }

  /** Cancels the running query, or clears what was typed. */
  #interrupt(): void {
    if (this.#running) {
      this.#running.abort();
      return;
    }
    this.#buffer = "";
    this.#cli.print("^C\n");
    // Moves to the end of the line, and deletes it to its start.
    for (const name of ["e", "u"]) this.#lines.write(null, { ctrl: true, name });
    this.#ask();
  }

  /** Handles a line. Returns false if it ends the shell. */
  async #take(line: string): Promise<boolean> {
    const word = line.trim().replace(/;$/, "");
    if (this.#buffer === "" && /^(?:\.quit|\.exit|\.q|\\q|quit|exit)$/i.test(word)) return false;
    try {
      if (this.#buffer === "" && /^[.\\]/.test(word)) await this.#command(word);
      else await this.#query(line);
    } catch (error) {
      const words = this.#running?.signal.aborted ? "Canceled." : wordsFor(error, await this.#cli.url());
      process.stderr.write(`${words}\n`);
    } finally {
      this.#running = null;
    }
    return true;
  }

  async #query(line: string): Promise<void> {
    const { complete, rest } = splitStatements(`${this.#buffer}${line}\n`);
    this.#buffer = rest;
    for (const statement of complete) await this.#runOne(statement);
  }

  async #runOne(statement: string): Promise<void> {
    this.#running = new AbortController();
    await runQuery(this.#cli, this.#workspace, statement, {
      ...this.#reading,
      signal: this.#running.signal,
    });
  }

  async #command(text: string): Promise<void> {
    const [command = "", argument = ""] = text.split(/\s+(.*)/s);
    switch (command) {
      case ".help":
      case "\\?":
        this.#cli.print(HELP);
        return;
      case ".tables":
      case "\\dt":
        return this.#runOne("SHOW TABLES");
      case ".schema":
      case "\\d":
        return this.#runOne(argument === "" ? "SHOW TABLES" : `DESCRIBE ${quoteReference(argument)}`);
      case ".read": {
        const file = await readFile(argument, "utf8").catch(() => {
          throw new UsageError(`File not found: ${argument}.`);
        });
        const { complete, rest } = splitStatements(`${file}\n;`);
        for (const statement of [...complete, rest].filter(Boolean)) await this.#runOne(statement);
        return;
      }
      default:
        throw new UsageError(`${command} is not a command of this shell. .help lists them.`);
    }
  }
}

/** Returns the names of tables and their columns; none if they cannot be read. */
async function completedNames(workspace: Workspace): Promise<string[]> {
  const tables = await take(workspace.tables()).catch(() => []);
  const names = tables.flatMap(({ reference, columns }) => [reference, ...columns.map(({ name }) => name)]);
  return [...new Set(names)].sort();
}

function completions(names: readonly string[], line: string): [string[], string] {
  const [word = ""] = /[\w.]*$/.exec(line) ?? [];
  return [word === "" ? [] : names.filter((name) => name.toLowerCase().startsWith(word.toLowerCase())), word];
}

/** Returns the lines of earlier shells, newest first. */
async function readHistory(path: string): Promise<string[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.split("\n").filter(Boolean).toReversed();
}

async function keepHistory(path: string, newestFirst: readonly string[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, `${newestFirst.toReversed().join("\n")}\n`, { mode: 0o600 });
}
