import type { Cli } from "./cli.ts";

/** Parses the text of an option; `before` is the accumulated value of a repeatable option. */
type ReadOption = (text: string, before: unknown) => unknown;

/** Command of the program: arguments and options in commander's notation, and its implementation. */
export interface CliCommand<Options = Record<string, unknown>> {
  /** Arguments, such as `<table>` or `[files...]`, with their descriptions. */
  arguments?: readonly (readonly [name: string, description: string])[];
  options?: readonly (readonly [flags: string, description: string, read?: ReadOption])[];
  /** Text shown below the options in the command's help. */
  notes?: string;
  /** Runs the command. Rejects with an error known to `exitCodeOf`. */
  run: (cli: Cli, options: Options, ...args: never[]) => Promise<void>;
}

/** Parses a repeatable option. */
export function repeated(text: string, before: unknown): string[] {
  return [...((before as string[] | undefined) ?? []), text];
}
