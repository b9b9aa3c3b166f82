import type { Cli } from "./cli.ts";

/** Reads the text of an option; `before` is its value so far, of an option that may be given several times. */
type ReadOption = (text: string, before: unknown) => unknown;

/** One command of the program: its arguments and options, as commander writes them, and what it does. */
export interface CliCommand<Options = Record<string, unknown>> {
  /** Arguments, such as `<table>` or `[files...]`, with their descriptions. */
  arguments?: readonly (readonly [name: string, description: string])[];
  options?: readonly (readonly [flags: string, description: string, read?: ReadOption])[];
  /** Text below the options in the command's help. */
  notes?: string;
  /** Runs the command. Rejects with an error that `exitCodeOf` knows. */
  run: (cli: Cli, options: Options, ...args: never[]) => Promise<void>;
}

/** Reads an option that may be given several times. */
export function repeated(text: string, before: unknown): string[] {
  return [...((before as string[] | undefined) ?? []), text];
}
