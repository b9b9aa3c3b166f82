const BLOCK = 128;
const MINIBLOCK = 32;
const MINIBLOCKS = BLOCK / MINIBLOCK;

/**
 * Encodes integers below 2^53, in ascending order, as Parquet's DELTA_BINARY_PACKED. Equally spaced numbers need six bytes per
 * 128 numbers. https://parquet.apache.org/docs/file-format/data-pages/encodings/
 */
export function encodeAscending(values: Float64Array): Buffer {
  const output = new Output();
  output.varint(BLOCK);
  output.varint(MINIBLOCKS);
  output.varint(values.length);
  output.varint(2 * (values[0] ?? 0));
  const deltas = new Float64Array(BLOCK);
  for (let start = 1; start < values.length; start += BLOCK) {
    const count = Math.min(BLOCK, values.length - start);
    let [minimum, maximum] = [Number.POSITIVE_INFINITY, 0];
    for (let index = 0; index < count; index++) {
      const delta = (values[start + index] as number) - (values[start + index - 1] as number);
      deltas[index] = delta;
      if (delta < minimum) minimum = delta;
      if (delta > maximum) maximum = delta;
    }
    if (minimum === maximum) {
      output.varint(2 * minimum);
      for (let index = 0; index < MINIBLOCKS; index++) output.byte(0);
      continue;
    }
    for (let index = 0; index < BLOCK; index++) {
      deltas[index] = index < count ? (deltas[index] as number) - minimum : 0;
    }
    writeBlock(output, deltas, minimum);
  }
  return output.result();
}

function writeBlock(output: Output, deltas: Float64Array, minimum: number): void {
  output.varint(2 * minimum);
  const widths = Array.from({ length: MINIBLOCKS }, (_, index) => widthOf(deltas, index * MINIBLOCK));
  for (const width of widths) output.byte(width);
  widths.forEach((width, index) => {
    if (width > 0) output.packed(deltas.subarray(index * MINIBLOCK, (index + 1) * MINIBLOCK), width);
  });
}

/** Returns the number of bits required for the largest number in a miniblock. */
function widthOf(deltas: Float64Array, start: number): number {
  let maximum = 0;
  for (let index = start; index < start + MINIBLOCK; index++)
    maximum = Math.max(maximum, deltas[index] as number);
  return maximum === 0 ? 0 : BigInt(maximum).toString(2).length;
}

class Output {
  private bytes = new Uint8Array(256);
  private at = 0;

  result(): Buffer {
    return Buffer.from(this.bytes.buffer, 0, this.at);
  }

  byte(value: number): void {
    if (this.at === this.bytes.length) {
      const larger = new Uint8Array(2 * this.bytes.length);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes[this.at++] = value;
  }

  varint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 128) | 0x80);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  /** Writes numbers with `width` bits each, least significant bit first. */
  packed(values: Float64Array, width: number): void {
    let [buffer, bits] = [0n, 0];
    for (const value of values) {
      buffer |= BigInt(value) << BigInt(bits);
      bits += width;
      for (; bits >= 8; bits -= 8) {
        this.byte(Number(buffer & 0xffn));
        buffer >>= 8n;
      }
    }
  }
}
