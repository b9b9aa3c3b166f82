/** Encodes values of Thrift's compact protocol. */
export class ThriftBytes {
  private bytes = Buffer.alloc(1_024);
  private at = 0;

  /** Number of bytes so far. */
  get length(): number {
    return this.at;
  }

  result(): Buffer {
    return this.bytes.subarray(0, this.at);
  }

  /** Writes the header of a field; `last` is the id of the previous field in the struct, or 0. */
  fieldHeader(id: number, last: number, type: number): void {
    const delta = id - last;
    if (delta > 0 && delta <= 15) this.byte((delta << 4) | type);
    else {
      this.byte(type);
      this.zigzag(BigInt(id));
    }
  }

  listHeader(size: number, itemType: number): void {
    this.byte((Math.min(size, 15) << 4) | itemType);
    if (size >= 15) this.varint(BigInt(size));
  }

  zigzag(value: bigint): void {
    this.varint(value < 0n ? -2n * value - 1n : 2n * value);
  }

  varint(value: bigint): void {
    let rest = value;
    while (rest >= 0x80n) {
      this.byte(Number(rest & 0x7fn) | 0x80);
      rest >>= 7n;
    }
    this.byte(Number(rest));
  }

  put(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.at++] = value;
  }

  /** Replaces a byte that has been written. */
  replaceByte(at: number, value: number): void {
    this.bytes[at] = value;
  }

  private reserve(length: number): void {
    if (this.at + length <= this.bytes.length) return;
    const larger = Buffer.alloc(2 * this.bytes.length + length);
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }
}
