import { formatCount } from "@pdp/basics/wording";
import { groupOf } from "@pdp/science/designs";
import { type CandidateTree, candidateTree } from "#shared/domain/tasks/candidateTree.ts";
import { isChained } from "#shared/domain/tasks/combinedGenerators.ts";
import type { CandidateGenerator } from "#shared/domain/tasks/ensembleParameters.ts";
import type { TaskRun } from "./taskRun.ts";
import type { Workbench } from "./workbench.ts";

/** States how many designs each generator of a SEQUENTIAL combination made, and what the combination means. */
export function combinationRemarks(
  { task }: TaskRun,
  generator: CandidateGenerator,
  { candidates }: Workbench,
  selected: readonly { sequence: Uint8Array }[],
): string[] {
  if (!candidates?.groups || isChained(task) || !prefers(candidateTree(generator))) return [];
  const made = Map.groupBy(selected, ({ sequence }) => groupOf(candidates, sequence));
  const counts = candidates.groups.map(
    (group, at) => `${made.get(group)?.length ?? 0} of ${group.alias ?? `generator ${at + 1}`}`,
  );
  return [
    `Generators were used in order of preference. ${formatCount(selected.length, "design")}: ${counts.join(", ")}. To continue each generator from the previous one, as SEQUENTIAL did in earlier releases, use CHAINED.`,
  ];
}

function prefers(tree: CandidateTree): boolean {
  return tree.node !== "GENERATOR" && (tree.node === "SEQUENTIAL" || tree.members.some(prefers));
}
