import { DomainError } from "@pdp/basics/errors";
import { repeatedName } from "./repeatedName.ts";

const HALF_CHARACTER = "It contains an unpaired surrogate, such as \\ud83d.";
/** Maximum number of characters of the parser's message to show. */
const MAX_REASON_CHARACTERS = 200;

/** Maximum number of characters of a name to show. */
const MAX_NAME_CHARACTERS = 100;

/**
 * Parses the JSON in a request. Throws DomainError if it is invalid, if an object has a name twice, because one of the values
 * would be ignored, or if it contains a lone surrogate: JSON can escape a lone surrogate, but UTF-8 cannot encode it, so a
 * store would not return the same text.
 */
export function parseJson(text: string): unknown {
  if (hasHalfCharacter(text)) throw invalidJson(HALF_CHARACTER);
  const value = parsed(text);
  const name = repeatedName(text);
  if (name !== undefined)
    throw invalidJson(
      `An object in it has the name ${JSON.stringify(name.slice(0, MAX_NAME_CHARACTERS).toWellFormed())} twice; remove one.`,
    );
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "";
    throw invalidJson(reason.slice(0, MAX_REASON_CHARACTERS).toWellFormed());
  }
}

/**
 * Tells whether the text contains a lone surrogate. It scans the text, because there may be hundreds of thousands of values.
 */
function hasHalfCharacter(text: string): boolean {
  if (!text.isWellFormed()) return true;
  if (!/\\u[dD]/.test(text)) return false;
  let isPending = false;
  let end = -1;
  for (const match of text.matchAll(/\\(?:u([0-9a-fA-F]{4})|.)/gs)) {
    if (isPending && match.index !== end) return true;
    const code = match[1] === undefined ? 0 : Number.parseInt(match[1], 16);
    const isSecond = code >= 0xdc00 && code <= 0xdfff;
    if (isPending !== isSecond) return true;
    isPending = code >= 0xd800 && code <= 0xdbff;
    end = match.index + match[0].length;
  }
  return isPending;
}

function invalidJson(reason: string): DomainError {
  return new DomainError("malformed", "invalid_json", `The body is not valid JSON. ${reason}`.trimEnd());
}
