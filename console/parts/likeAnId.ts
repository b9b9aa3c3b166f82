const LIKE_AN_ID = /(^|_)(id|index|rank|number|no|row|line)$/i;

/** Tells whether the name of a column suggests that it counts or identifies rows, and measures nothing. */
export function isLikeAnId(name: string): boolean {
  return LIKE_AN_ID.test(name);
}
