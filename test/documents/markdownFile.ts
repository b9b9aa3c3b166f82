import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ROOT } from "./projectFiles.ts";

/** Text of a Markdown file, without and with its code. */
export interface MarkdownFile {
  path: string;
  /** Text outside fenced code blocks. */
  prose: string;
  /** Code spans and the lines of fenced code blocks. */
  code: readonly string[];
}

/** Reads one of the project's Markdown files. */
export function readMarkdown(path: string): MarkdownFile {
  const fenced: string[] = [];
  const prose = readFileSync(resolve(ROOT, path), "utf8").replace(
    /^ *(`{3,})[^\n]*\n([\s\S]*?)^ *\1 *$/gm,
    (_, _fence, code: string) => {
      fenced.push(...code.replaceAll("\\\n", " ").split("\n"));
      return "";
    },
  );
  const spans = [...prose.matchAll(/(?<!`)`([^`]+)`(?!`)/g)].map(([, span = ""]) => span);
  return { path, prose, code: [...spans, ...fenced] };
}
