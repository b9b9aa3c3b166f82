import type { CandidateTree } from "./candidateTree.ts";

/** Record of a task that may have a SEQUENTIAL combination of generators. */
interface CombiningTask {
  parameters: Record<string, unknown>;
  sequential?: "PREFERENCE";
}

/** Returns the meaning of SEQUENTIAL in a new task, for its record; nothing if the task has no such combination. */
export function newMeaning(parameters: Record<string, unknown>): Pick<CombiningTask, "sequential"> {
  return hasSequential(parameters.generator) ? { sequential: "PREFERENCE" } : {};
}

/** Tells whether SEQUENTIAL means CHAINED in a task, because it was created by an earlier release. */
export function isChained({ parameters, sequential }: CombiningTask): boolean {
  return sequential === undefined && hasSequential(parameters.generator);
}

function hasSequential(generator: unknown): boolean {
  if (typeof generator !== "object" || generator === null) return false;
  const { type, ensemble } = generator as { type?: unknown; ensemble?: unknown };
  return type === "SEQUENTIAL" || (Array.isArray(ensemble) && ensemble.some(hasSequential));
}

/** Returns a tree in which SEQUENTIAL has its earlier meaning. */
export function chainedTree(tree: CandidateTree): CandidateTree {
  if (tree.node === "GENERATOR") return tree;
  const members = tree.members.map(chainedTree);
  return { ...tree, node: tree.node === "SEQUENTIAL" ? "CHAINED" : tree.node, members };
}
