import { CATALOG, SCHEMA } from "./catalog.ts";
import type { Expression } from "./parse/ast.ts";
import { Refusal } from "./sqlError.ts";

/** Values of `current_catalog`, `current_schema` and `current_user` in one query text. */
export interface CurrentNames {
  /** Absent if it is that of every workspace. */
  catalog?: string | undefined;
  /** Absent if it is that of every workspace. */
  schema?: string | undefined;
  /** Id of the user who runs the query; absent in texts that have the same rows for every user. */
  user?: string | undefined;
}

type Typed = Extract<Expression, { kind: "typed" }>;

/** Returns a typed literal with the current name that it stands for, if any. */
export function withCurrentName(e: Typed, { catalog = CATALOG, schema = SCHEMA, user }: CurrentNames): Typed {
  if (e.current === undefined) return e;
  const value = { catalog, schema, user }[e.current];
  if (value !== undefined) return { ...e, value };
  throw new Refusal(
    "current_user is only available in a query that a user runs: a view, and the data of a task, have the same rows for everyone",
    e.at,
  );
}
