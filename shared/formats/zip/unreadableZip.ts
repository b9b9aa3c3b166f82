/** Reason why a ZIP archive, or a file in it, cannot be read. */
export type ZipFault = "DAMAGED" | "ENCRYPTED" | "TOO_MANY_FILES" | "TOO_LARGE";

/** Error for an unreadable ZIP archive; format readers rephrase it when they report it. */
export class UnreadableZip extends Error {
  override readonly name = "UnreadableZip";
  readonly fault: ZipFault;

  constructor(fault: ZipFault) {
    super(`The ZIP archive cannot be read: ${fault}`);
    this.fault = fault;
  }
}
