import type { Correction, Exclusion } from "@pdp/formats/options";
import type { RuleUses } from "@pdp/formats/text";
import type { TableConfig } from "#client/importFiles.ts";
import { UsageError } from "../errors.ts";
import { quoted } from "./fixFlags.ts";
import { writeCell, writeRows } from "./rowGrammar.ts";

type Rules = Pick<TableConfig, "corrections" | "exclusions">;

/** Tracks which corrections and exclusions apply to the rows of files. */
export class UsedRules {
  private readonly unused = new Set<string>();
  private readonly files = new Set<string>();
  private ofLines: Exclusion[];

  constructor({ corrections, exclusions }: Rules) {
    for (const correction of corrections ?? []) this.unused.add(flagOf(correction));
    for (const exclusion of exclusions ?? []) this.unused.add(flagOf(exclusion));
    this.ofLines = (exclusions ?? []).filter(({ line }) => line != null);
  }

  /** Returns the receiver of the rules and lines that apply to rows of a file. */
  ofFile(name: string): RuleUses {
    this.files.add(name);
    return {
      rule: (rule) => void this.unused.delete(flagOf(rule)),
      line: (at) => {
        const isMet = ({ file, line, last_line: last }: Exclusion): boolean =>
          (file == null || file === name) && at >= (line ?? at) && at <= (last ?? line ?? at);
        for (const rule of this.ofLines.filter(isMet)) this.unused.delete(flagOf(rule));
        this.ofLines = this.ofLines.filter((rule) => !isMet(rule));
      },
    };
  }

  /** Throws if a rule does not apply to any row. */
  requireAll(): void {
    const [flag] = this.unused;
    if (flag === undefined) return;
    const files = [...this.files].join(", ");
    throw new UsageError(
      `${flag} applies to no row of ${files}. Check it against the file; names that contain : or = need double quotes (pdp import --help). Nothing was uploaded.`,
    );
  }
}

/** Returns the flag for a rule. Only corrections have both a line and a column. */
function flagOf(rule: Correction | Exclusion): string {
  return rule.line != null && rule.column != null
    ? `--correct ${quoted(writeCell(rule as Correction))}`
    : `--exclude ${quoted(writeRows(rule as Exclusion))}`;
}
