export { normalizedSequenceReader, normalizeSequence, sequenceReader } from "../readSequence.ts";
export { elementSymbol } from "../structures/elements.ts";
export { readStructure } from "../structures/readStructure.ts";
export type { Structure, StructureResidue } from "../structures/structure.ts";
export { trimText } from "../trimText.ts";
export { headerText, isResidue } from "../variants/matrixHeader.ts";
export {
  Codes,
  type MutationColumns,
  Parts,
  Residues,
  SEQUENCE_COLUMN,
  SequenceFrom,
  SequenceFromInput,
} from "../variants/sequenceFrom.ts";
export {
  knownRule,
  sequenceRule,
  storedColumns,
  withProjectReference,
  withWildTypeCells,
} from "../variants/sequenceRule.ts";
export { isCombination, variantReader } from "../variants/variantReader.ts";
