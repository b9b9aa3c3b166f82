export { type AvoidedSite, avoidedSite } from "../backTranslation/avoidedSite.ts";
export {
  type AllOptions,
  backTranslateAll,
  headLength,
  type KeptParent,
} from "../backTranslation/backTranslateAll.ts";
export { type CodonTable, countedTable, HOSTS, hostTable } from "../backTranslation/codonTable.ts";
export { countCodons } from "../backTranslation/countCodons.ts";
export type { DnaWishes } from "../backTranslation/dnaWishes.ts";
export { combineParts } from "../degenerateCodons/combineParts.ts";
export { type DegenerateCodon, degenerateCodon, residuesOf } from "../degenerateCodons/degenerateCodon.ts";
export { libraryDna } from "../degenerateCodons/libraryDna.ts";
export { codingRegions } from "../primers/codingEdits.ts";
export type { Primer, PrimerOptions } from "../primers/mutagenesisPrimers.ts";
export {
  type DesignPrimers,
  editPrimers,
  type OpenPlasmid,
  openPlasmid,
  variantPrimers,
  type WrittenCodons,
} from "../primers/primerDesigns.ts";
export { dimerEnergy, hairpinEnergy } from "../primers/secondaryStructure.ts";
