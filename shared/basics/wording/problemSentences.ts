import { cut, type Problem, type ProblemGroup, type Problems } from "./problem.ts";
import { formatCount } from "./wording.ts";

const MAX_SHOWN_LINES = 5;
const MAX_SHOWN_VALUES = 3;
const ESCAPES: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Returns one sentence per group and, if there are further problems, a final sentence with their number. */
export function sentences({ groups, count }: Problems): string[] {
  const spoken = groups.map(groupSentence);
  const more = count - groups.reduce((sum, group) => sum + group.count, 0);
  if (more === 0) return spoken;
  return [...spoken, `… and ${more.toLocaleString("en-US")} more; load:downloadErrors lists all of them.`];
}

/** Returns the sentence for one problem, with its line and value. */
export function problemSentence(problem: Problem): string {
  const { file, line, column } = problem;
  const where = [file];
  if (line !== undefined) where.push(`line ${line}`);
  if (column !== undefined) where.push(shownColumn(column));
  return `${where.join(", ")}: ${clauseOf(problem)}.`;
}

function groupSentence({ first, count, lines, values }: ProblemGroup): string {
  if (count === 1) return problemSentence(first);
  const where = first.column === undefined ? first.file : `${first.file}, ${shownColumn(first.column)}`;
  const unit = first.column === undefined ? "row" : "cell";
  const times = formatCount(count, lines.length === 0 ? "time" : unit);
  const others = values.slice(0, MAX_SHOWN_VALUES).map((value) => `"${escapeControls(value)}"`);
  if (values.length > MAX_SHOWN_VALUES) others.push("…");
  const also = others.length > 0 ? `; also ${others.join(", ")}` : "";
  return `${where}: ${clauseOf(first)}: ${times}${shownLines(lines)}${also}.`;
}

function shownLines(lines: readonly number[]): string {
  if (lines.length === 0) return "";
  if (lines.length === 1) return `, line ${lines[0]}`;
  const shown = lines.slice(0, MAX_SHOWN_LINES).join(", ");
  return lines.length > MAX_SHOWN_LINES ? `, lines ${shown}, …` : `, lines ${shown}`;
}

function shownColumn(column: string): string {
  return `column "${escapeControls(cut(column))}"`;
}

function clauseOf({ value, reason }: Problem): string {
  return value === undefined ? reason : `"${escapeControls(cut(value))}" ${reason}`;
}

/** Escapes control characters, so that a line break in a value does not break the sentence. */
export function escapeControls(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => ESCAPES[character] ?? "\ufffd");
}
