export { compileQuery } from "../compileQuery.ts";
export { referencesOf } from "../referencesOf.ts";
export { compileStatement } from "../statements/compileStatement.ts";
export { TRINO_RELEASE } from "../trinoRelease.ts";
