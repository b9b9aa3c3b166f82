/** Catalog and schema of the tables that users create. */
export const CATALOG = "workspace";
export const SCHEMA = "default";
/** Name by which other clients know that schema, after a catalog. */
export const OTHER_SCHEMA = "main";
export const INFORMATION_SCHEMA = "information_schema";
/** Catalog of the tables that drivers and tools read. */
export const SYSTEM_CATALOG = "system";
