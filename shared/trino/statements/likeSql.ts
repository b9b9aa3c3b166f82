import { literal } from "#shared/basics/columns/quoting.ts";
import type { LikePattern } from "#shared/trino/parse/parseStatement.ts";

/** Writes ` LIKE '…' ESCAPE '…'`. */
export function likeSql(like: LikePattern): string {
  const mark = like.escape === undefined ? "" : ` ESCAPE ${literal(like.escape)}`;
  return ` LIKE ${literal(like.pattern)}${mark}`;
}
