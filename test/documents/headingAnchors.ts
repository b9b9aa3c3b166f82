import { readFileSync } from "node:fs";

/** Returns the anchors of a Markdown file's headings, as GitHub makes them. */
export function headingAnchors(path: string): Set<string> {
  const headings = readFileSync(path, "utf8").matchAll(/^#{1,6} (.+)$/gm);
  const count = new Map<string, number>();
  const anchors = [...headings].map(([, heading = ""]) => {
    const anchor = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
    const seen = count.get(anchor) ?? 0;
    count.set(anchor, seen + 1);
    return seen === 0 ? anchor : `${anchor}-${seen}`;
  });
  return new Set(anchors);
}
