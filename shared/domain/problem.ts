/** Problem in a file of a load, with what its owner needs to find and fix it. */
export interface Problem {
  file: string;
  /** Line counted from 1 as in an editor or spreadsheet; in a Parquet file, the row counted from 1. */
  line?: number;
  column?: string;
  /** Value in the file, cut to 200 characters. */
  value?: string;
  /** Predicate of `value` ("is not a number") or, without a value, a complete clause. No full stop. */
  reason: string;
}

/** First 100 problems in the order of the file, and the number of further ones. Serializable as JSON. */
export interface Problems {
  listed: Problem[];
  more: number;
}

const MAX_LISTED = 100;
const MAX_VALUE_LENGTH = 200;
const ESCAPES: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const WHOLE_NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

export function noProblems(): Problems {
  return { listed: [], more: 0 };
}

export function problemCount(problems: Problems): number {
  return problems.listed.length + problems.more;
}

export function addProblem(problems: Problems, problem: Problem): void {
  if (problems.listed.length >= MAX_LISTED) problems.more++;
  else
    problems.listed.push(problem.value === undefined ? problem : { ...problem, value: cut(problem.value) });
}

/** Merges the problems of several files of one load, in the given order. */
export function mergeProblems(all: Iterable<Problems>): Problems {
  const merged = noProblems();
  for (const problems of all) {
    for (const problem of problems.listed) addProblem(merged, problem);
    merged.more += problems.more;
  }
  return merged;
}

/** Returns one sentence for each listed problem and, if there were more, a last one with their number. */
export function sentences(problems: Problems): string[] {
  const spoken = problems.listed.slice(0, MAX_LISTED).map(sentence);
  const more = problemCount(problems) - spoken.length;
  return more > 0 ? [...spoken, `… and ${WHOLE_NUMBER.format(more)} more.`] : spoken;
}

function sentence({ file, line, column, value, reason }: Problem): string {
  const where = [file];
  if (line !== undefined) where.push(`line ${line}`);
  if (column !== undefined) where.push(`column "${escapeControls(cut(column))}"`);
  const what = value === undefined ? reason : `"${escapeControls(cut(value))}" ${reason}`;
  return `${where.join(", ")}: ${what}.`;
}

/** Cuts a text between characters, never inside a surrogate pair. */
function cut(text: string): string {
  if (text.length <= MAX_VALUE_LENGTH) return text;
  const end = MAX_VALUE_LENGTH - 1;
  return `${text.slice(0, isHighSurrogate(text, end - 1) ? end - 1 : end)}…`;
}

function isHighSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xd800 && code <= 0xdbff;
}

/** Escapes control characters: a line break in a value must not break the sentence. */
function escapeControls(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => ESCAPES[character] ?? "\ufffd");
}
