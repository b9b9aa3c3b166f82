import { S3Error } from "./s3Error.ts";

/**
 * A query parameter's text as the value of a header, whose characters are bytes: text beyond ASCII becomes UTF-8. Throws
 * `InvalidArgument` for control characters: a line break would begin another header.
 */
export function headerText(name: string, text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(text)) {
    throw new S3Error("InvalidArgument", `${name} may not contain control characters.`);
  }
  return Buffer.from(text, "utf8").toString("latin1");
}
