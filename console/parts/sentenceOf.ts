import { ApiError } from "#client/errors.ts";

/** Returns the sentence that explains an error to the user. */
export function sentenceOf(error: unknown): string {
  if (error instanceof TypeError) return "The service cannot be reached. Is it running, and are you online?";
  // A form shows the message next to its field, so the field name is redundant.
  if (error instanceof ApiError) return error.message.replace(/^(?:body|query)(?:\.\w+)*: /, "");
  return error instanceof Error ? error.message : String(error);
}
