export { affordableAlignments, MAX_ALIGNMENT_COST } from "../sequences/affordableAlignments.ts";
export { type AlignedMutant, alignMutant, insertedResidues } from "../sequences/alignMutant.ts";
export { alignPair } from "../sequences/alignPair.ts";
export {
  AMINO_ACID_COUNT,
  CHAIN_BREAK_INDEX,
  GAP,
  residueIndices,
  residueLetters,
} from "../sequences/aminoAcids.ts";
export { isSameShape } from "../sequences/chainSpans.ts";
export { frameMutant, frameOf, insertionFrame, MAX_INSERTED_COLUMNS } from "../sequences/insertionFrame.ts";
export { meansBySequence } from "../sequences/meansBySequence.ts";
