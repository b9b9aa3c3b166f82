import { inspect } from "node:util";

/** For the person at the terminal: an error that no client caused. */
export function reportBug(error: unknown): void {
  process.stderr.write(`The S3 endpoint could not answer a request: ${inspect(error)}\n`);
}
