import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "#cli/commandTable.ts";
import { headingAnchors } from "./headingAnchors.ts";
import { type MarkdownFile, readMarkdown } from "./markdownFile.ts";
import { namedBenchmarks, namedCliCommands, namedPrograms, namedScripts } from "./namedCommands.ts";
import { namedPaths, pathExists } from "./namedPaths.ts";
import { projectFiles, ROOT } from "./projectFiles.ts";

/** Files that exist in a deployment, not in the repository: settings of the console, and an object of the lake. */
const DEPLOYED = ["config.json", "tasks/<task>/parameters.json"];

const files = projectFiles();
const roots = new Set(files.map((path) => path.split("/")[0] ?? ""));
const documents = files.filter((path) => path.endsWith(".md")).map(readMarkdown);

/** Returns all invalid names, each with its document. */
function wrong(find: (code: string, document: MarkdownFile) => string[]): string[] {
  return documents.flatMap((document) =>
    document.code.flatMap((code) => find(code, document)).map((name) => `${document.path}: ${name}`),
  );
}

/** Tells whether Git ignores a path, because a command generates it. */
function isGenerated(path: string): boolean {
  try {
    execFileSync("git", ["check-ignore", "--quiet", "--no-index", "--", path], { cwd: ROOT });
    return true;
  } catch {
    return false;
  }
}

describe("the documents", () => {
  it("documents name only paths that exist or that commands generate", () => {
    const missing = wrong((code, { path }) =>
      namedPaths(code, roots)
        .filter((named) => !DEPLOYED.includes(named))
        .filter((named) => !pathExists(named, path, files) && !isGenerated(named)),
    );
    expect(missing).toEqual([]);
  });

  it("documents link to existing files and headings", () => {
    const broken = documents.flatMap(({ path, prose }) =>
      [...prose.matchAll(/\]\((?![a-z]+:)([\w./-]*)(?:#([\w-]+))?\)/g)].flatMap(
        ([link, file = "", anchor]) => {
          const target = file === "" ? path : normalize(join(dirname(path), file));
          const exists = files.includes(target) || files.some((one) => one.startsWith(`${target}/`));
          const found = exists && (anchor === undefined || headingAnchors(join(ROOT, target)).has(anchor));
          return found ? [] : [`${path}: ${link}`];
        },
      ),
    );
    expect(broken).toEqual([]);
  });

  it("documents name only scripts of package.json", () => {
    const { scripts } = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8"));
    expect(wrong((code) => namedScripts(code).filter((name) => !(name in scripts)))).toEqual([]);
  });

  it("documents name only programs that npm ci installs", () => {
    const isInstalled = (name: string) => existsSync(resolve(ROOT, "node_modules/.bin", name));
    expect(wrong((code) => namedPrograms(code).filter((name) => !isInstalled(name)))).toEqual([]);
  });

  it("documents name only commands of the command line", () => {
    const names = new Set(COMMANDS.map(({ name }) => name));
    const isCommand = ([first = "", second]: string[]) => names.has(first) || names.has(`${first} ${second}`);
    const unknown = wrong((code) =>
      namedCliCommands(code)
        .filter((words) => !isCommand(words))
        .map((words) => `pdp ${words.join(" ")}`),
    );
    expect(unknown).toEqual([]);
  });

  it("documents name only existing benchmarks", () => {
    const [, table = ""] =
      /const BENCHMARKS[^{]*\{([^}]*)\}/.exec(readFileSync(resolve(ROOT, "bench/run.ts"), "utf8")) ?? [];
    const names = new Set(table.match(/\w+/g));
    expect(names.size).toBeGreaterThan(10);
    expect(wrong((code) => namedBenchmarks(code).filter((name) => !names.has(name)))).toEqual([]);
  });
});
