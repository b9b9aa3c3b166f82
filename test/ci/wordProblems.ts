/** Phrases that read like a translation, and what an engineer would write instead. */
const PHRASES: [RegExp, string][] = [
  [/\bunless stated\b/i, '"defaults to …"'],
  [/\banew\b/i, '"again"'],
  [/\bwhoever\b/i, 'the noun, such as "the caller"'],
  [/\bof which\b/i, "two sentences"],
  [/\bat which\b/i, "two sentences"],
  [/\bbehind (?:it|the|that|its)\b/i, '"after" or "following"'],
  [/\bgoes on behind\b/i, '"resumes after"'],
  [/\bbelongs? into\b/i, '"must be added to"'],
  [/(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b)[a-z]+/i, '"is not a …"'],
  [/\ban own\b/i, '"our own" or "a separate"'],
  [/\bleft out\b/i, '"omitted", "excluded" or "skipped"'],
  [/\bbesides\b/i, '"also", or a sentence of its own'],
  [/\bis had\b|\bare had\b/i, '"exists"'],
  [/\bwhere others wait\b/i, '"on a shared process"'],
  [/\bcame to\b/i, '"ended with"'],
];
/** File that quotes the phrases. */
const EXCLUDED = /^(?:test\/ci\/|package-lock\.json|test\/sql\/|test\/awkward\/recordings\/)/;

/** Returns one sentence for each phrase found in the lines that a diff adds (`git diff --unified=0`). */
export function wordProblems(diff: string): string[] {
  const problems: string[] = [];
  let path = "";
  let line = 0;
  for (const text of diff.split("\n")) {
    const [, next] = /^\+\+\+ b\/(.*)$/.exec(text) ?? [];
    const [, start] = /^@@ -\S+ \+(\d+)/.exec(text) ?? [];
    if (next !== undefined) path = next;
    else if (start !== undefined) line = Number(start) - 1;
    else if (text.startsWith("+") && !text.startsWith("+++")) {
      line += 1;
      if (EXCLUDED.test(path)) continue;
      for (const [phrase, instead] of PHRASES) {
        const [found] = phrase.exec(text) ?? [];
        if (found !== undefined) problems.push(`${path}:${line}: "${found}": write ${instead}`);
      }
    }
  }
  return problems;
}
