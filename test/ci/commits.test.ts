import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { commitProblems } from "./commitProblems.ts";

const SCRIPT = resolve(import.meta.dirname, "checkCommits.ts");
const BODY = "\n\nReaders of the log need the reason.\n";

test("a message with type, scope, summary and body is accepted", () => {
  for (const subject of ["fix(infra): omit empty variables", "feat(sql/duckdb)!: round halves as Trino does"])
    expect(commitProblems(subject + BODY), subject).toEqual([]);
  expect(commitProblems("Merge branch 'docs' into main")).toEqual([]);
  expect(commitProblems('Revert "fix(infra): omit empty variables"')).toEqual([]);
});

test.each([
  [`feat: a summary without a scope${BODY}`, "type(scope)"],
  [`wip(sql): a type that is not one${BODY}`, "type(scope)"],
  [`fix(sql): ${"x".repeat(63)}${BODY}`, "73 characters"],
  ["fix(sql): a subject alone", "body is missing"],
  ["fix(sql): a body\nwithout an empty line", "body is missing"],
])("the message %j is refused", (message, reason) => {
  expect(commitProblems(message).join(" ")).toContain(reason);
});

/** Runs the check in a repository. */
function check(folder: string): { code: number; output: string } {
  try {
    return {
      code: 0,
      output: execFileSync(process.execPath, [SCRIPT], { cwd: folder, encoding: "utf8", stdio: "pipe" }),
    };
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: string };
    return { code: status, output: stderr };
  }
}

test("a shallow clone is checked from the base's date onward, and an unrelated history is skipped", () => {
  const folder = mkdtempSync(join(tmpdir(), "commits-"));
  try {
    const origin = join(folder, "origin");
    const commit = (message: string, date: string) =>
      execFileSync(
        "git",
        [
          "-C",
          origin,
          "-c",
          "user.name=a",
          "-c",
          "user.email=a@example.org",
          "commit",
          "-q",
          "--allow-empty",
          "-m",
          message,
        ],
        { env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date } },
      );
    const clone = (depth: number): string => {
      const path = join(folder, `clone-${depth}-${Math.random()}`);
      execFileSync("git", ["clone", "-q", "--depth", String(depth), `file://${origin}`, path]);
      return path;
    };
    execFileSync("git", ["init", "-q", origin]);
    commit("first", "2026-11-01T00:00:00Z");
    commit("before the rule", "2026-11-02T00:00:00Z");
    commit(`fix(sql): a summary${BODY}`, "2026-11-27T00:00:00Z");
    expect(check(clone(2))).toEqual({ code: 0, output: "1 commits checked, 0 problems\n" });
    expect(check(origin)).toMatchObject({ code: 0, output: expect.stringMatching(/^skipped, /) });
    commit("after the rule", "2026-11-28T00:00:00Z");
    const shallow = check(clone(1));
    expect(shallow.code).toBe(1);
    expect(shallow.output).toContain('"after the rule": The subject must read');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
