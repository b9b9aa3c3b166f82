const MAX_SUBJECT_LENGTH = 72;
const SUBJECT = /^(?:build|ci|docs|feat|fix|perf|refactor|revert|test)\([\w./-]+\)!?: \S/;

/** Returns the problems in a commit message. Accepts subjects that Git generates for merges and reverts. */
export function commitProblems(message: string): string[] {
  const [subject = "", separator = "", ...body] = message.trim().split("\n");
  if (/^(?:Merge |Revert ")/.test(subject)) return [];
  const problems: string[] = [];
  if (!SUBJECT.test(subject)) problems.push("The subject must read `type(scope): summary`.");
  if (subject.length > MAX_SUBJECT_LENGTH) {
    problems.push(`The subject has ${subject.length} characters. Shorten it to ${MAX_SUBJECT_LENGTH}.`);
  }
  if (separator !== "" || body.join("").trim() === "") {
    problems.push("The body is missing. Say why the change is made, after an empty line.");
  }
  return problems;
}
