import { Command, CommanderError } from "commander";
import packageInformation from "../package.json" with { type: "json" };
import { calledCommand } from "./calledCommand.ts";
import { Cli, type GlobalOptions } from "./cli.ts";
import type { CliCommand } from "./command.ts";
import { COMMANDS, GROUPS } from "./commandTable.ts";
import { COMPLETE } from "./completion/shellScripts.ts";
import { Interrupted } from "./errors.ts";
import { EXIT } from "./exitCodes.ts";
import type { Call } from "./fieldWords.ts";
import { refuseForeignOptions } from "./refuseForeignOptions.ts";
import { understoodArgs } from "./understoodArgs.ts";

const DESCRIPTION = `Measurements, versions, models and designs of proteins, on the command line.

Data goes to stdout, messages to stderr. Tables are for terminals; a pipe gets TSV, and --json is for programs.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 data with problems, 4 sign in first, 130 interrupted.`;

const NOTES = `
Environment: PDP_URL, PDP_TOKEN, PDP_WORKSPACE, PDP_PROJECT, PDP_CLIENT_ID and PDP_CLIENT_SECRET (machines), NO_COLOR.
Topics: pdp help formats, queries, versions, structures, exit-codes.
Begin with: pdp login
Then: pdp use lab --project hydrolase, pdp import plate.csv --into plates, pdp sql "SELECT count(*) FROM plates"`;

/** Time within which a second signal counts as the same Ctrl-C, in milliseconds. */
const REPEATED_SIGNAL_MS = 1_000;

/** Called command, as far as it is known when an error occurs. */
interface Started {
  cli?: Cli;
  call?: Call;
}

/** Runs the program with its arguments and returns the exit code. */
export async function runProgram(given: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const interrupt = new AbortController();
  let interruptedAt = 0;
  process.on("SIGINT", () => {
    // A second Ctrl-C exits immediately. npm forwards the signal, which this process has already received.
    if (interrupt.signal.aborted && Date.now() - interruptedAt > REPEATED_SIGNAL_MS)
      process.exit(EXIT.interrupted);
    interruptedAt ||= Date.now();
    interrupt.abort();
  });
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // The reader closed the output.
    process.exit(error.code === "EPIPE" ? EXIT.done : EXIT.failed);
  });
  const started: Started = {};
  try {
    if (given[0] === COMPLETE) {
      const { printCandidates } = await import("./completion/printCandidates.ts");
      await printCandidates(given.slice(2), env);
      return EXIT.done;
    }
    const args = understoodArgs(given);
    const program = await buildProgram(args, env, interrupt.signal, started);
    await program.parseAsync(args, { from: "user" });
    return typeof process.exitCode === "number" ? process.exitCode : EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    return report(error, started, interrupt.signal);
  }
}

async function report(error: unknown, { cli, call }: Started, signal: AbortSignal): Promise<number> {
  const { exitCodeOf, wordsFor } = await import("./failures.ts");
  const reason = signal.aborted && !(error instanceof Interrupted) ? new Interrupted("Interrupted.") : error;
  const words = wordsFor(reason, (await cli?.url().catch(() => undefined)) ?? "its address", call);
  if (cli?.json) {
    const { name = "Error", code = name, errorId } = Object(reason);
    const fields = { code, message: words, ...(errorId && { error_id: errorId }) };
    process.stderr.write(`${JSON.stringify({ error: fields })}\n`);
  } else process.stderr.write(`${words}\n`);
  return exitCodeOf(reason);
}

/** Builds the program and loads only the called command. */
async function buildProgram(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  started: Started,
): Promise<Command> {
  const program = new Command("pdp")
    .description(DESCRIPTION)
    .addHelpText("after", NOTES)
    .version(packageInformation.version, "--version", "print the version")
    .option("--json", "print JSON")
    .option("--quiet", "print only errors")
    .option("--no-wait", "return as soon as the work has started, without waiting for it to finish")
    .option("--url <address>", "URL of the platform (PDP_URL)")
    .option("--workspace <name>", "workspace to use (PDP_WORKSPACE)")
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .showHelpAfterError("(--help shows the usage)")
    .helpCommand(false)
    .exitOverride();
  const called = calledCommand(args);
  const groups = new Map<string, Command>();
  for (const entry of COMMANDS) {
    const [first = "", second] = entry.name.split(" ");
    let parent = program;
    if (second !== undefined) {
      parent =
        groups.get(first) ??
        program
          .command(first)
          .description(GROUPS[first] ?? "")
          .helpCommand(false)
          .exitOverride();
      groups.set(first, parent);
    }
    const command = parent.command(second ?? first).description(entry.summary);
    command.configureHelp({ showGlobalOptions: true }).exitOverride();
    if (entry === called) {
      const { EXAMPLES } = await import("./examples.ts");
      command.addHelpText("after", `\nExample: pdp ${`${entry.name} ${EXAMPLES[entry.name]}`.trimEnd()}`);
      const spec = await entry.load();
      refuseForeignOptions(
        args,
        (spec.options ?? []).map(([flags]) => flags),
      );
      define(command, spec, (options) => {
        started.call = { name: entry.name, spec, typed: { ...options } };
        started.cli = new Cli(env, options, signal);
        return started.cli;
      });
    }
  }
  for (const group of groups.values()) group.showHelpAfterError("(--help shows the usage)");
  if (!called) await addExamples(groups);
  return program;
}

/** Adds the examples of its commands to the help of each group. */
async function addExamples(groups: ReadonlyMap<string, Command>): Promise<void> {
  const { EXAMPLES } = await import("./examples.ts");
  for (const [name, group] of groups) {
    const groupCommands = COMMANDS.filter((entry) => entry.name.startsWith(`${name} `));
    const lines = groupCommands.map(
      (entry) => `  pdp ${`${entry.name} ${EXAMPLES[entry.name]}`.trimEnd()}\n`,
    );
    group.addHelpText("after", `\nExamples:\n${lines.join("")}`.trimEnd());
  }
}

function define(command: Command, spec: CliCommand, open: (options: GlobalOptions) => Cli): void {
  for (const [name, description] of spec.arguments ?? []) command.argument(name, description);
  for (const [flags, description, read] of spec.options ?? []) {
    if (read) command.option(flags, description, read);
    else command.option(flags, description);
  }
  if (spec.notes) command.addHelpText("after", `\n${spec.notes}`);
  command.action(async (...given: unknown[]) => {
    const args = given.slice(0, -2);
    const options = command.optsWithGlobals();
    await spec.run(open(options), options, ...(args as never[]));
  });
}
