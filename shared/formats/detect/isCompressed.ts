/** First bytes of gzip files, in hexadecimal. */
export const GZIP_SIGNATURE = "1f8b08";
/** First bytes of ZIP archives with at least one entry, in hexadecimal. */
export const ZIP_SIGNATURE = "504b0304";

/** Number of first bytes that tell whether a file is compressed. */
export const SIGNATURE_BYTES = 4;

/** Tells from the first bytes of a file whether its text is compressed; workbooks are also ZIP archives. */
export function isCompressed(head: Uint8Array): boolean {
  const start = Buffer.from(head).toString("hex");
  return start.startsWith(GZIP_SIGNATURE) || start.startsWith(ZIP_SIGNATURE);
}
