/** Role of a well on its plate. */
export type WellRole = "positive" | "negative" | "sample";

const POSITIVE = /^(?:pos(?:itive)?(?:[ _-]?(?:control|ctrl))?|pc|max|high|\+)\s*\d*$/i;
const NEGATIVE = /^(?:neg(?:ative)?(?:[ _-]?(?:control|ctrl))?|nc|min|low|blank|empty vector|-)\s*\d*$/i;

/** Returns the role that the label of a well indicates, such as `pos` or `negative control 2`. */
export function wellRole(words: string): WellRole {
  const text = words.trim();
  return POSITIVE.test(text) ? "positive" : NEGATIVE.test(text) ? "negative" : "sample";
}
