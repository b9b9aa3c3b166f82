const LIKE_AN_ID = /(^|_)(id|index|rank|number|no|row|line)$/i;

/** Returns whether a column name suggests that its values count or identify rows rather than measure something. */
export function isLikeAnId(name: string): boolean {
  return LIKE_AN_ID.test(name);
}
