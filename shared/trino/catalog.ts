/** Catalog of user-created tables, also available under the name of the workspace. */
export const CATALOG = "workspace";
/** Schema of the user-created tables. */
export const SCHEMA = "main";
/** Alias of the schema that queries may use. */
export const OTHER_SCHEMA = "default";
export const INFORMATION_SCHEMA = "information_schema";
/** Catalog of the tables read by drivers and tools. */
export const SYSTEM_CATALOG = "system";
