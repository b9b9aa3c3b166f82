/** Catalog of the tables that users create, beside the name of the workspace. */
export const CATALOG = "workspace";
/** Schema of these tables. */
export const SCHEMA = "main";
/** Another name of that schema, which queries may use. */
export const OTHER_SCHEMA = "default";
export const INFORMATION_SCHEMA = "information_schema";
/** Catalog of the tables that drivers and tools read. */
export const SYSTEM_CATALOG = "system";
