export { AMINO_ACIDS, isProtein } from "../proteins/aminoAcids.ts";
export {
  applyMutations,
  applyResidues,
  type Mutated,
  type MutatedReference,
} from "../proteins/applyMutations.ts";
export { applyChainMutations } from "../proteins/chainMutations.ts";
export {
  assemblyOf,
  CHAIN_BREAK,
  type Chain,
  type ChainLayout,
  type ChainName,
  chainLengths,
  chainsBetween,
  chainsIn,
  chainsOf,
  haveSameChains,
  joinChains,
  joinMutations,
  joinRanges,
  layoutOf,
  ONE_CHAIN,
  positionInChain,
  type RangesByName,
  rangesOfPositions,
  residueCount,
  TWO_CHAINS,
} from "../proteins/chains.ts";
export type { Change, Site, Truncation } from "../proteins/change.ts";
export { isCodingSequence, translate, translateVariant } from "../proteins/codingSequence.ts";
export { consensusOf } from "../proteins/consensusOf.ts";
export { type Control, controlOf, isSampleColumn, isWithoutProtein } from "../proteins/controlNames.ts";
export { firstNumberOf } from "../proteins/firstNumberOf.ts";
export { isMotif, isPattern, MAX_MOTIF_LENGTH } from "../proteins/motifSyntax.ts";
export {
  FROM_ONE,
  Numbering,
  type NumberingStated,
  numberingFrom,
  type StoredNumbering,
} from "../proteins/numbering.ts";
export {
  brokenNumbering,
  FirstPosition,
  findReference,
  MAX_REFERENCES,
  oneNumbering,
  Positions,
  ProjectReference,
  ReferenceInput,
  ReferenceName,
  ReferencesUpdate,
  storedReference,
} from "../proteins/projectReferences.ts";
export { proposeNumbering, sitesOfChanges } from "../proteins/proposeNumbering.ts";
export { readFasta } from "../proteins/readFasta.ts";
export {
  isMissingMutation,
  isWildType,
  type ReadMutations,
  readMutations,
} from "../proteins/readMutations.ts";
export { isDeletion, readParts } from "../proteins/readParts.ts";
export { readReference } from "../proteins/readReference.ts";
export {
  MIN_PROTEIN_LENGTH,
  mutationColumns,
  proteinColumns,
  RECOGNIZED_CELLS,
  type TextRows,
  textColumns,
} from "../proteins/recognizeSequences.ts";
export { residueLetter, residueName } from "../proteins/residueNames.ts";
export { Assembly, EXAMPLE_MONOMER, MAX_SEQUENCE_LENGTH, Sequence } from "../proteins/sequence.ts";
export { sequenceIdentity } from "../proteins/sequenceIdentity.ts";
export { singleGap } from "../proteins/singleGap.ts";
export {
  isUnlike,
  medianLength,
  UNLIKE_WORDS,
  type UnlikeSequence,
  unlikeSequences,
} from "../proteins/unlikeSequences.ts";
