export { bestOfBatch } from "../design/batch/bestOfBatch.ts";
export { countSeen } from "../design/batch/designReason.ts";
export { noCandidates } from "../design/candidateCounts.ts";
export { type CandidateSpaces, candidateSpaces, groupOf, originOf } from "../design/candidateSpaces.ts";
export { type Goals, optimisticUtility, scoreCandidates } from "../design/candidates.ts";
export { changeCount, changeNames } from "../design/designChanges.ts";
export { designKey } from "../design/designKey.ts";
export {
  constraintGoal,
  type Goal,
  improvement,
  logReached,
  NO_FACTOR,
  objectiveGoal,
} from "../design/designLevels.ts";
export {
  type DescribeOptions,
  type DesignRow,
  designRows,
  isImprobable,
  MIN_CONSTRAINT_PROBABILITY,
  type SelectedDesign,
} from "../design/designRows.ts";
export type { DesignScorer } from "../design/designScorer.ts";
export type { DesignSearch } from "../design/designSearch.ts";
export { type DesignSpace, designSpace, mutatedPositions } from "../design/designSpace.ts";
export { type DiversifyPlan, diversifySearch } from "../design/diversify.ts";
export { countSelected, type EngineerPlan, engineerSearch } from "../design/engineer.ts";
export {
  type CandidateTree,
  DEFAULT_MAXIMUM,
  DEFAULT_MINIMUM,
  DIVERSIFY_ROUNDS,
  ENGINEER_ROUNDS,
  type GeneratorLeaf,
  keptStarts,
  leavesOf,
  MAX_STARTS,
  type Member,
} from "../design/generators.ts";
export { indelFrame, inFrame } from "../design/indels/indelFrame.ts";
export { indelSpace } from "../design/indels/indelSpace.ts";
export { measuredIndels } from "../design/indels/measuredIndels.ts";
export { chooseLibraries, type DegenerateSite } from "../design/library/chooseLibraries.ts";
export { type EvaluatedLibrary, evaluateLibrary } from "../design/library/evaluateLibrary.ts";
export { librarySites } from "../design/library/siteGains.ts";
export { compilePattern } from "../design/motifs/motifPatterns.ts";
export { patternSources } from "../design/motifs/patternSources.ts";
export type { ShareLimit } from "../design/mutationShares.ts";
export { unreachableRequirements } from "../design/reachableDesigns.ts";
export { requireDesigns, whyOnlyTemplate } from "../design/requireDesigns.ts";
export { selectRanked } from "../design/selectRanked.ts";
