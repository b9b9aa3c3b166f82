import { styleText } from "node:util";
import { cut, escapeControls, type ProblemGroup, problemTable, sentences } from "@pdp/basics/wording";
import type { Cli } from "../cli.ts";
import { choicesOfFlags, fixFlags } from "./fixFlags.ts";
import { noteInFlags } from "./noteFlags.ts";
import type { FileReport } from "./scanFile.ts";

const SHOWN_GROUPS = 10;
const SHOWN_LINES = 5;

/**
 * Prints problems in files to stderr, or all of them as JSON to stdout, with the flags that fix them. `isKnown` is true if the
 * table exists.
 */
export function showProblems(
  cli: Cli,
  reports: readonly FileReport[],
  after: string,
  isKnown: boolean,
): void {
  const flags = fixFlags(reports, isKnown);
  const choices = choicesOfFlags(reports);
  if (cli.json) {
    cli.print(`${JSON.stringify({ files: reports.map(jsonOf), flags, choices }, null, 2)}\n`);
    return;
  }
  const lines = reports.flatMap((report) => (report.problems.count > 0 ? linesOf(report) : []));
  const choice = choices.length > 0 ? `Choose:  ${choices.join(";  ")}.` : "";
  const advice =
    flags.length === 0 && choice !== ""
      ? ""
      : flags.length > 0
        ? `Add  ${flags.join(" ")}  or correct the file.`
        : "Correct the file, or override cells and rows with  --correct LINE:COLUMN=VALUE  --exclude LINE  --reason WHY  (--json lists all problems in full sentences).";
  const words = [choice, advice, leaveOutAdvice(reports), after].filter((part) => part !== "").join(" ");
  process.stderr.write(`${lines.join("\n")}\n  ${words}\n`);
}

/** Returns instructions for skipping rows in files, if skipping helps. */
function leaveOutAdvice(reports: readonly FileReport[]): string {
  const bad = reports.filter(({ problems }) => problems.count > 0);
  if (bad.some(({ badRows }) => badRows === 0)) return "";
  const rows = bad.reduce((sum, { badRows }) => sum + badRows, 0);
  return `--bad-rows SKIP skips ${rows === 1 ? "this row" : `these ${rows.toLocaleString("en-US")} rows`}.`;
}

/** Prints the number of skipped rows. */
export function sayLeftOut(cli: Cli, reports: readonly FileReport[]): void {
  for (const { name, rows, leftOut } of reports) {
    if (leftOut === 0) continue;
    const total = (rows + leftOut).toLocaleString("en-US");
    cli.say(
      `! ${name}: ${leftOut.toLocaleString("en-US")} of ${total} rows cannot be read and will be skipped`,
    );
  }
}

/** Prints notes about the columns of files. */
export function sayNotes(cli: Cli, notes: readonly string[]): void {
  for (const note of notes) cli.say(`! ${escapeControls(noteInFlags(note))}`);
}

function jsonOf({ name, rows, problems, badRows, warnings }: FileReport) {
  return {
    file: name,
    rows,
    problem_count: problems.count,
    bad_rows: badRows,
    problems: problemTable(problems),
    sentences: sentences(problems),
    warnings,
  };
}

function linesOf({ name, problems: { groups, count } }: FileReport): string[] {
  const isOfCells = groups.every(({ first }) => first.column !== undefined && first.value !== undefined);
  const what = isOfCells
    ? `${count.toLocaleString("en-US")} ${count === 1 ? "cell" : "cells"} cannot be read`
    : `${count.toLocaleString("en-US")} ${count === 1 ? "problem" : "problems"}`;
  const shown = groups.slice(0, SHOWN_GROUPS);
  const rows = shown.map(cellsOf);
  const widths = [0, 1].map((at) => Math.max(0, ...rows.map((row) => row[at]?.length ?? 0)));
  const told = rows.map(([number = "", column = "", ...rest]) =>
    `  ${number.padStart(widths[0] ?? 0)}  ${column.padEnd(widths[1] ?? 0)}  ${rest.join("  ")}`.trimEnd(),
  );
  const more = count - shown.reduce((sum, group) => sum + group.count, 0);
  if (more > 0) told.push(`  ${more.toLocaleString("en-US")} more: pdp check ${name} --json`);
  return [`${styleText("red", "✗", { stream: process.stderr })} ${name}: ${what}`, ...told];
}

/** Returns the count, column, problem and location. API-specific advice appears only with `--json`. */
function cellsOf({ first: { column, value, reason }, count, lines, values }: ProblemGroup): string[] {
  const [clause = reason] = column === undefined ? [reason] : reason.split(";");
  const shown = value === undefined ? clause : `"${escapeControls(cut(value))}" ${clause}`;
  const others = values.slice(0, 3).map((other) => `"${escapeControls(other)}"`);
  const where =
    lines.length === 0
      ? ""
      : `${lines.length === 1 ? "line" : "lines"} ${lines.slice(0, SHOWN_LINES).join(", ")}${lines.length > SHOWN_LINES ? ", …" : ""}`;
  return [
    `${count}×`,
    column === undefined ? "" : escapeControls(column),
    others.length > 0 ? `${shown} (also ${others.join(", ")})` : shown,
    where,
  ];
}
