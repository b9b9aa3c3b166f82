import { execFileSync } from "node:child_process";
import { commitProblems } from "./commitProblems.ts";

/** The rule applies to commits after this one. */
const BASE = { commit: "22aa446ea3c1c14d0b5ffe02f88fe3ee783d704c", time: "2026-11-25T21:14:15Z" };

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/**
 * Returns the revisions to check: those after the base. A shallow clone may not contain the base; in that case, returns the
 * available revisions with a later date. Null outside a repository, and in a repository with a different history.
 */
function revisions(): string[] | null {
  try {
    git("cat-file", "-e", `${BASE.commit}^{commit}`);
    return [`${BASE.commit}..HEAD`];
  } catch {
    return isShallow() ? [`--since=${BASE.time}`, "HEAD"] : null;
  }
}

function isShallow(): boolean {
  try {
    return git("rev-parse", "--is-shallow-repository").trim() === "true";
  } catch {
    return false;
  }
}

const range = revisions();
if (range === null) {
  console.log(
    "skipped, the history of this repository does not contain the commit after which the rule holds",
  );
} else {
  const log = git("log", "--no-merges", "--format=%h%n%B%x00", ...range);
  const commits = log.split("\0").map((entry) => entry.trim());
  const wrong = commits.filter(Boolean).flatMap((entry) => {
    const [hash = "", subject = ""] = entry.split("\n");
    const message = entry.slice(hash.length + 1);
    return commitProblems(message).map((problem) => `${hash} "${subject}": ${problem}`);
  });
  for (const line of wrong) console.error(line);
  console.log(`${commits.filter(Boolean).length} commits checked, ${wrong.length} problems`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
