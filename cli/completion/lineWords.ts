import { calledCommand, GLOBAL_VALUES, wordsBeforeOptions } from "../calledCommand.ts";
import type { CliCommand } from "../command.ts";

/** Option of a command, as completion needs it. */
export interface CompletedOption {
  /** Option names, such as `-t` and `--table`. */
  names: readonly string[];
  /** Name of the option's value, such as `table`; undefined for a switch. */
  value: string | undefined;
  description: string;
  repeats: boolean;
}

/** What is being typed at the cursor. */
export type Wanted =
  | { kind: "command"; before: readonly string[] }
  | { kind: "option"; options: readonly CompletedOption[] }
  | { kind: "value"; name: string; description: string; option?: string };

const GLOBAL_OPTIONS: readonly CompletedOption[] = [
  ["--json", undefined, "print JSON"],
  ["--quiet", undefined, "print only errors"],
  ["--no-wait", undefined, "return as soon as the work has started, without waiting for it to finish"],
  ["--url", "address", "URL of the platform"],
  ["--workspace", "workspace", "workspace to work in"],
  ["--help", undefined, "show the usage"],
].map(([name = "", value, description = ""]) => ({ names: [name], value, description, repeats: false }));

/**
 * Determines what the last word of a command line is: a command, an option, or the value of an option or argument. `words` are
 * those after `pdp`; the last one may be empty. Returns undefined if nothing can follow.
 */
export async function wantedAt(words: readonly string[]): Promise<Wanted | undefined> {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? "";
  const command = calledCommand(before);
  if (!command) return wantedWithoutCommand(before, current);
  const spec = await command.load();
  const options = [...optionsOf(spec), ...GLOBAL_OPTIONS];
  const line = readLine(before, options, command.name.split(" ").length);
  if (line.open) return openValue(line.open);
  if (current.startsWith("-") && !line.onlyArguments) {
    return { kind: "option", options: options.filter((option) => option.repeats || !line.used.has(option)) };
  }
  const declared = spec.arguments ?? [];
  const last = declared.at(-1);
  const argument = declared[line.arguments] ?? (last?.[0].includes("...") ? last : undefined);
  return argument && { kind: "value", name: bare(argument[0]), description: argument[1] };
}

function wantedWithoutCommand(before: readonly string[], current: string): Wanted | undefined {
  const last = before.at(-1) ?? "";
  const open = GLOBAL_OPTIONS.find(({ names }) => names.includes(last));
  if (open && GLOBAL_VALUES.has(last)) return openValue(open);
  if (current.startsWith("-")) return { kind: "option", options: GLOBAL_OPTIONS };
  return { kind: "command", before: wordsBeforeOptions(before, Number.POSITIVE_INFINITY) };
}

interface Line {
  /** Option before the cursor that is still missing its value. */
  open: CompletedOption | undefined;
  used: ReadonlySet<CompletedOption>;
  /** Number of arguments before the cursor. */
  arguments: number;
  /** True after `--`. */
  onlyArguments: boolean;
}

function readLine(words: readonly string[], options: readonly CompletedOption[], nameLength: number): Line {
  const used = new Set<CompletedOption>();
  let open: CompletedOption | undefined;
  let plain = 0;
  let onlyArguments = false;
  for (const word of words) {
    // Bash splits `--table=x` into three words.
    if (word === "=") continue;
    if (open) {
      open = undefined;
      continue;
    }
    if (word === "--") onlyArguments = true;
    else if (onlyArguments || !word.startsWith("-") || word === "-") plain += 1;
    else {
      const [name = ""] = word.split("=");
      const option = options.find(({ names }) => names.includes(name));
      if (option) used.add(option);
      if (option?.value !== undefined && !word.includes("=")) open = option;
    }
  }
  return { open, used, arguments: plain - nameLength, onlyArguments };
}

function optionsOf(spec: CliCommand): CompletedOption[] {
  return (spec.options ?? []).map(([flags, description, read]) => {
    const names = flags.match(/(?<![\w-])-{1,2}[a-z][a-z-]*/g) ?? [];
    const value = /[<[](.+)[>\]]/.exec(flags)?.[1];
    return { names, value, description, repeats: read !== undefined };
  });
}

const bare = (argument: string): string => argument.replace(/[<>[\].]/g, "");

function openValue({ names, value = "", description }: CompletedOption): Wanted {
  return { kind: "value", name: value, description, option: names.at(-1) ?? "" };
}
