import type { TableConfig } from "#client/importFiles.ts";
import { UsageError } from "../errors.ts";
import type { ImportFlags } from "./importFlags.ts";
import { type Correction, type Exclusion, readCell, readRows } from "./rowGrammar.ts";

type Rules = Pick<TableConfig, "corrections" | "exclusions">;

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

const HELP = "Names that contain : or = need double quotes (pdp import --help).";

function correctionOf(text: string, reason: string): Correction {
  const cell = readCell(text);
  if (cell === undefined)
    throw new UsageError(
      `--correct ${text} is not in the form LINE:COLUMN=VALUE, such as 17:Activity=1.25. ${HELP}`,
    );
  return { ...cell, reason };
}

function exclusionOf(text: string, reason: string): Exclusion {
  const rows = readRows(text);
  if (rows === undefined)
    throw new UsageError(
      `--exclude ${text} is not a line (97), lines (97-99), or COLUMN=VALUE (Sample=Mean). ${HELP}`,
    );
  return { ...rows, reason };
}
