import { calledCommand, wordPositions } from "./calledCommand.ts";
import { COMMANDS } from "./commandTable.ts";
import { UsageError } from "./errors.ts";
import { TOPICS } from "./topics.ts";

const NAMES = new Set(COMMANDS.map(({ name }) => name));
const NOUNS = new Set(
  [...NAMES].filter((name) => name.includes(" ")).map((name) => name.split(" ")[0] ?? ""),
);

/** Words of other programs for the verbs of this one. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  ls: ["list"],
  view: ["show"],
  get: ["show"],
  info: ["show"],
  new: ["create", "add"],
  create: ["add"],
  add: ["create"],
  mv: ["rename"],
  schema: ["columns"],
  stop: ["cancel"],
};

/** Words of other programs for whole commands. */
const COMMAND_WORDS: Readonly<Record<string, string>> = {
  "auth login": "login",
  "auth logout": "logout",
  "auth status": "whoami",
  ".tables": "table list",
  ".schema": "table columns",
  browse: "open",
  columns: "table columns",
  describe: "table describe",
  download: "export",
  log: "history",
  ls: "table list",
  query: "sql",
  redo: "load redo",
  schema: "table columns",
  undo: "load undo",
  upload: "import",
  version: "--version",
  versions: "history",
};

const REMOVAL = /^(?:delete|rm|remove|drop)$/;
/** Commands that remove things, in the order in which a noun has one. */
const REMOVERS = ["archive", "delete", "remove"];
const SQL =
  /^(?:select|with|from|show|values|explain|table|describe|insert|create|drop|delete|update|alter)\s/i;
const FILE = /\.[A-Za-z0-9]{2,7}(?:\.gz)?$|^-$|\//;

/**
 * Replaces synonyms by the name of a command: `tables`, `list tables` and `table ls` become `table list`. Throws UsageError if the words mean something that has to be typed differently.
 */
export function understoodArgs(args: readonly string[]): string[] {
  const [at, after] = wordPositions(args, 2);
  if (at === undefined) return [...args];
  const [before, first = "", rest] = [args.slice(0, at), args[at], args.slice(at + 1)];
  if (first === "help") return [...before, ...helpArgs(rest)];
  // gh names the shell by an option.
  if (first === "completion" && /^(?:-s|--shell)$/.test(rest[0] ?? ""))
    return [...before, first, ...rest.slice(1)];
  if (calledCommand(args)) return [...args];
  // A word after an option may be the value of that option.
  const second = after === at + 1 ? args[after] : undefined;
  if (second !== undefined) {
    const name = commandOf(first, second);
    if (name !== undefined) return [...before, ...name.split(" "), ...rest.slice(1)];
    refusePair(first, second, rest.slice(1));
  }
  const name = COMMAND_WORDS[first] ?? listOf(first, second);
  if (name !== undefined) return [...before, ...name.split(" "), ...rest];
  refuseWord(first);
  return [...args];
}

/** `pdp help import` shows the help of a command; other words are topics. */
function helpArgs(rest: readonly string[]): string[] {
  if (rest.length === 0 || rest[0] === "help") return ["--help"];
  if (TOPICS[rest.join("-")] !== undefined) return ["help", ...rest];
  const args = understoodArgs(rest);
  const isNoun = rest.length === 1 && NOUNS.has(rest[0] ?? "");
  return calledCommand(args) || isNoun ? [...args, "--help"] : ["help", ...rest];
}

/** Finds the command that two words name, in any order. */
function commandOf(first: string, second: string): string | undefined {
  const whole = COMMAND_WORDS[`${first} ${second}`];
  if (whole !== undefined) return whole;
  for (const [noun, verb] of [
    [nounOf(first), second],
    [nounOf(second), first],
  ]) {
    if (noun === undefined || verb === undefined) continue;
    const name = [verb, ...(VERBS[verb] ?? [])]
      .map((alias) => `${noun} ${alias}`)
      .find((candidate) => NAMES.has(candidate));
    if (name !== undefined) return name;
  }
  // The noun says what the command works on: `task train`, `table import`.
  return nounOf(first) !== undefined && NAMES.has(second) ? second : undefined;
}

function nounOf(word: string): string | undefined {
  return [word, word.replace(/s$/, "")].find((candidate) => NOUNS.has(candidate));
}

/** A noun in the plural lists its objects. */
function listOf(word: string, second: string | undefined): string | undefined {
  const noun = nounOf(word);
  return noun !== undefined && noun !== word && second === undefined ? `${noun} list` : undefined;
}

function refusePair(first: string, second: string, rest: readonly string[]): void {
  if (nounOf(first) === "load" && FILE.test(second)) refuseWord(second);
  const [verb, noun] = REMOVAL.test(second) ? [second, nounOf(first)] : [first, nounOf(second)];
  if (noun === undefined || !REMOVAL.test(verb)) return;
  const remover = REMOVERS.map((removal) => `${noun} ${removal}`).find((name) => NAMES.has(name));
  if (remover === undefined)
    throw new UsageError(`pdp cannot delete a ${noun}. To see its commands, run: pdp ${noun} --help`);
  throw new UsageError(`pdp has no "${first} ${second}". Run: pdp ${[remover, ...rest].join(" ")}`);
}

function refuseWord(word: string): void {
  if (SQL.test(word) || /^select$/i.test(word))
    throw new UsageError(
      `To run a query, put it in quotes: pdp sql ${SQL.test(word) ? `"${word}"` : '"SELECT …"'}`,
    );
  if (FILE.test(word))
    throw new UsageError(
      `To load a file, run: pdp import ${word} --into TABLE. To check it first, run: pdp check ${word}`,
    );
}
