import { literal } from "@pdp/basics/columns";
import type { LikePattern } from "../parse/parseStatement.ts";

/** Writes ` LIKE '…' ESCAPE '…'`. */
export function likeSql(like: LikePattern): string {
  const mark = like.escape === undefined ? "" : ` ESCAPE ${literal(like.escape)}`;
  return ` LIKE ${literal(like.pattern)}${mark}`;
}
