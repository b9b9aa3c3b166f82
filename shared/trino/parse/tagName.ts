export const TAG_NAME = /^[A-Za-z][A-Za-z0-9._-]{0,127}$/;

/** Returns whether a string can be a tag name. Tag names start with a letter, which distinguishes them from ids and times. */
export function isTagName(text: string): boolean {
  return TAG_NAME.test(text);
}
