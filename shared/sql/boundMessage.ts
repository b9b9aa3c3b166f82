/** Maximum length of an engine's message that is explained. What a message is about stands at its ends. */
export const MAX_MESSAGE_CHARACTERS = 4_000;
/** Maximum length of a value that a sentence shows. */
const MAX_VALUE_CHARACTERS = 60;
/** Maximum length of a name that a sentence shows: every name of a table or a column. */
const MAX_NAME_CHARACTERS = 128;
const MAX_SENTENCE_CHARACTERS = 600;

/** Cuts the middle out of a message that a long value makes long. */
export function boundMessage(message: string): string {
  if (message.length <= MAX_MESSAGE_CHARACTERS) return message;
  const half = MAX_MESSAGE_CHARACTERS / 2;
  return `${message.slice(0, half - 1)}…${message.slice(-half)}`.toWellFormed();
}

/** A value of a query or of the data, as a sentence shows it. */
export function shortValue(value = ""): string {
  return cut(value, MAX_VALUE_CHARACTERS);
}

/** A name of a query, as a sentence shows it. */
export function shortName(name = ""): string {
  return cut(name, MAX_NAME_CHARACTERS);
}

/** A sentence of the engine itself, with its quoted values cut. */
export function shortSentence(sentence: string): string {
  const values = sentence.replace(/'([^']*)'|"([^"]*)"/g, (whole) =>
    whole.length > MAX_VALUE_CHARACTERS + 2
      ? `${whole[0]}${shortValue(whole.slice(1, -1))}${whole[0]}`
      : whole,
  );
  return cut(values, MAX_SENTENCE_CHARACTERS);
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}
