import type { TableConfig } from "#client/importFiles.ts";
import { UsageError } from "../errors.ts";
import type { ImportFlags } from "./importFlags.ts";

type Rules = Pick<TableConfig, "corrections" | "exclusions">;

const FILE = "(?:(?<file>[^:]+):)?";
const CORRECTION = new RegExp(`^${FILE}(?<line>\\d+):(?<column>[^:=]+)=(?<value>.*)$`);
const LINES = new RegExp(`^${FILE}(?<line>\\d+)(?:-(?<last>\\d+))?$`);
const VALUE = /^(?<column>[^=]+)=(?<value>.+)$/;

/** Returns the exclusions proposed for the file, followed by the corrections and exclusions specified by flags. */
export function rowRules({ correct, exclude, reason, keepRows }: ImportFlags, proposed: Rules): Rules {
  const isStated = correct !== undefined || exclude !== undefined;
  if (isStated && !reason?.trim())
    throw new UsageError(
      '--correct and --exclude require a reason: --reason "Typing error, notebook page 12".',
    );
  const why = reason?.trim() ?? "";
  const corrections = (correct ?? []).map((text) => correctionOf(text, why));
  const exclusions = (exclude ?? []).map((text) => exclusionOf(text, why));
  const all = [...(keepRows ? [] : (proposed.exclusions ?? [])), ...exclusions];
  return { ...(corrections.length > 0 && { corrections }), ...(all.length > 0 && { exclusions: all }) };
}

function correctionOf(text: string, reason: string): NonNullable<Rules["corrections"]>[number] {
  const { file, line = "", column = "", value = "" } = CORRECTION.exec(text)?.groups ?? {};
  if (line === "")
    throw new UsageError(
      `--correct "${text}" is not in the form LINE:COLUMN=VALUE, such as 17:Activity=1.25.`,
    );
  return { ...(file && { file }), line: Number(line), column, value: value === "" ? null : value, reason };
}

function exclusionOf(text: string, reason: string): NonNullable<Rules["exclusions"]>[number] {
  const { file, line, last } = LINES.exec(text)?.groups ?? {};
  if (line !== undefined)
    return { ...(file && { file }), line: Number(line), ...(last && { last_line: Number(last) }), reason };
  const { column, value } = VALUE.exec(text)?.groups ?? {};
  if (column === undefined || value === undefined)
    throw new UsageError(
      `--exclude "${text}" is not a line (97), lines (97-99), or COLUMN=VALUE (Sample=Mean).`,
    );
  return { column, value, reason };
}
