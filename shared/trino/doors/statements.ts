export { type ClientStatement, clientStatement, type Prepared } from "../statements/clientStatement.ts";
export { type DescribedRows, parameterRows, resultRows } from "../statements/describedRows.ts";
export {
  type CatalogNames,
  type CatalogReads,
  informationReads,
  informationRelation,
  type ListedTable,
} from "../statements/informationTables.ts";
export { jdbcReads, jdbcRelation } from "../statements/jdbcTables.ts";
