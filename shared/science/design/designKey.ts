/** Returns a string that is the same only for equal sequences. */
export function designKey(sequence: Uint8Array): string {
  return Buffer.from(sequence.buffer, sequence.byteOffset, sequence.length).toString("latin1");
}

/** Returns the sequences without duplicates, in order. */
export function differentSequences(sequences: readonly Uint8Array[]): Uint8Array[] {
  return [...new Map(sequences.map((sequence) => [designKey(sequence), sequence])).values()];
}
