/** Returns a string that is the same for equal sequences only. */
export function designKey(sequence: Uint8Array): string {
  return Buffer.from(sequence.buffer, sequence.byteOffset, sequence.length).toString("latin1");
}

/** Returns the sequences without repetitions, in their order. */
export function differentSequences(sequences: readonly Uint8Array[]): Uint8Array[] {
  return [...new Map(sequences.map((sequence) => [designKey(sequence), sequence])).values()];
}
