export { findBothChains, findChainColumns } from "../antibodies/chainColumns.ts";
export {
  type Developability,
  developability,
  type PlacedLiability,
  placedLiabilities,
  propertiesOf,
} from "../antibodies/developability.ts";
export type { DomainType } from "../antibodies/domainProfile.ts";
export { type ClosestGenes, closestGenes } from "../antibodies/germlines/closestGenes.ts";
export { genesText } from "../antibodies/germlines/genesText.ts";
export type { Germlines } from "../antibodies/germlines/germlines.ts";
export {
  MAX_GERMLINE_BYTES,
  type ReadGermlines,
  readGermlines,
  tooLarge,
} from "../antibodies/germlines/readGermlines.ts";
export { kabatNumbers } from "../antibodies/kabatNumbers.ts";
export { LIABILITIES, LIABILITY_WORDS, type LiabilityKind } from "../antibodies/liabilities.ts";
export {
  NUMBERING_SCHEMES,
  type NumberedDomain,
  type NumberingScheme,
  numberDomains,
} from "../antibodies/numberDomains.ts";
export { REGION_PATTERN } from "../antibodies/regionPattern.ts";
export {
  domainsOfChains,
  findRegion,
  REGIONS,
  type RegionName,
  regionOf,
  type StatedRegion,
} from "../antibodies/regions.ts";
