import { CATALOG, SCHEMA } from "./catalog.ts";
import type { CurrentName, Expression } from "./parse/ast.ts";
import { Refusal } from "./sqlError.ts";

/**
 * Values of `current_catalog`, `current_schema` and `current_user` in one query text. The catalog and the schema are absent if
 * they are those of every workspace; the user's id is absent in texts that have the same rows for every user.
 */
export type CurrentNames = { readonly [name in CurrentName]?: string | undefined };

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
