/** First bytes of gzip and ZIP, in hexadecimal. */
const SIGNATURES = ["1f8b08", "504b0304"];

/** Number of first bytes that tell whether a file is compressed. */
export const SIGNATURE_BYTES = 4;

/** Tells from the first bytes of a file whether its text is compressed; workbooks are ZIP archives, too. */
export function isCompressed(head: Uint8Array): boolean {
  const start = Buffer.from(head).toString("hex");
  return SIGNATURES.some((signature) => start.startsWith(signature));
}
