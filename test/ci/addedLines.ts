import { execFileSync } from "node:child_process";

/** The word list applies to lines added or changed after this commit. */
const BASE = "04c67596";

/** Returns the diff since the base; null if the repository does not contain the base. */
export function addedLines(): string | null {
  const git = (...args: string[]): string =>
    execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 2 ** 29 });
  try {
    git("cat-file", "-e", `${BASE}^{commit}`);
  } catch {
    return null;
  }
  return git(
    "diff",
    "--unified=0",
    "--find-renames",
    BASE,
    "HEAD",
    "--",
    "*.ts",
    "*.tsx",
    "*.md",
    "*.py",
    "*.sh",
  );
}
