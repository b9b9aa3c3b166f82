import { Refusal } from "../sqlError.ts";
import type { Query } from "./ast.ts";

/**
 * Maximum nesting depth of queries and expressions. Nesting and chains have separate limits, but each nesting level may
 * contain a chain, and the tree is walked recursively.
 */
const MAX_TREE_DEPTH = 250;

/** Throws a refusal if the query tree is too deep for recursion. */
export function checkTreeDepth(query: Query): void {
  const left: [part: unknown, depth: number, at: number][] = [[query, 0, 0]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [part, depth, at] = next;
    if (typeof part !== "object" || part === null) continue;
    const isNode = "at" in part && typeof part.at === "number";
    const here = isNode ? depth + 1 : depth;
    const position = isNode ? (part.at as number) : at;
    if (here > MAX_TREE_DEPTH) {
      const sentence = `The query nests operators and functions more than ${MAX_TREE_DEPTH} levels deep. Split it with WITH`;
      throw new Refusal(sentence, position, "query_too_complex");
    }
    for (const inner of Object.values(part)) left.push([inner, here, position]);
  }
}
