import { shorten } from "@pdp/basics/wording";
/** Maximum number of characters of an engine message that are parsed. The relevant parts are at both ends. */
export const MAX_MESSAGE_CHARACTERS = 4_000;
/** Maximum length of a value in an error message, in characters. */
const MAX_VALUE_CHARACTERS = 60;
/** Maximum length of a name in an error message, in characters; table and column names always fit. */
const MAX_NAME_CHARACTERS = 128;
const MAX_SENTENCE_CHARACTERS = 600;

/** Removes the middle of a message that a long value makes too long. */
export function boundMessage(message: string): string {
  if (message.length <= MAX_MESSAGE_CHARACTERS) return message;
  const half = MAX_MESSAGE_CHARACTERS / 2;
  return `${message.slice(0, half - 1)}…${message.slice(-half)}`.toWellFormed();
}

/** Shortens a query or data value for an error message. */
export function shortValue(value = ""): string {
  return shorten(value, MAX_VALUE_CHARACTERS);
}

/** Shortens a name from a query for an error message. */
export function shortName(name = ""): string {
  return shorten(name, MAX_NAME_CHARACTERS);
}

/** Shortens the quoted values in an engine message. */
export function shortSentence(sentence: string): string {
  const values = sentence.replace(/'([^']*)'|"([^"]*)"/g, (whole) =>
    whole.length > MAX_VALUE_CHARACTERS + 2
      ? `${whole[0]}${shortValue(whole.slice(1, -1))}${whole[0]}`
      : whole,
  );
  return shorten(values, MAX_SENTENCE_CHARACTERS);
}
