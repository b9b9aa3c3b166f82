import { DomainError } from "#shared/domain/errors.ts";
import { wholeText } from "./wholeText.ts";

/** A body that an operation got as it was sent; a 400 where it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, wholeText);
  } catch {
    throw new DomainError("malformed", "invalid_json", "The body is not valid JSON.");
  }
}
