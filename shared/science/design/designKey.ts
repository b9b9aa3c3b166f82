/** Returns a string that is the same for equal sequences only. */
export function designKey(sequence: Uint8Array): string {
  return Buffer.from(sequence.buffer, sequence.byteOffset, sequence.length).toString("latin1");
}
