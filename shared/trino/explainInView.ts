import { DomainError } from "@pdp/basics/errors";

/** Adds the view name to an error that the view's author can fix; returns any other error unchanged. */
export function explainInView(reference: string, error: unknown): unknown {
  const isPlaced = error instanceof DomainError && error.message.startsWith("In the view");
  if (!(error instanceof DomainError) || error.kind !== "malformed" || isPlaced) return error;
  const sentence = `In the view ${reference}: ${error.message}`;
  return new DomainError(error.kind, error.code, sentence, error.problems);
}
