/** Reason why a ZIP archive, or a file in it, cannot be read. */
export type ZipFault = "DAMAGED" | "ENCRYPTED" | "TOO_MANY_FILES" | "TOO_LARGE";

/** Error of an unreadable ZIP archive, which readers of formats report in their own words. */
export class UnreadableZip extends Error {
  override readonly name = "UnreadableZip";
  readonly fault: ZipFault;

  constructor(fault: ZipFault) {
    super(`The ZIP archive cannot be read: ${fault}`);
    this.fault = fault;
  }
}
