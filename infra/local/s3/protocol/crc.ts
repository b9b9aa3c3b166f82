/** Cyclic redundancy checks that node:zlib does not offer, both of the reflected kind. */

const CASTAGNOLI = 0x82f63b78;
/** CRC-64/NVME, 0x9a6c9329ac4bc9b5, in two halves: JavaScript's bit operations are 32 bits wide. */
const NVME_HIGH = 0x9a6c9329;
const NVME_LOW = 0xac4bc9b5;

/** Continues a CRC-32C from `previous` (0 at the start); the result is unsigned. */
export function crc32c(bytes: Uint8Array, previous = 0): number {
  const table = castagnoliTable();
  let crc = ~previous;
  for (let index = 0; index < bytes.length; index++) {
    crc = (table[(crc ^ (bytes[index] as number)) & 0xff] as number) ^ (crc >>> 8);
  }
  return ~crc >>> 0;
}

export interface Crc64 {
  high: number;
  low: number;
}

/** Continues a CRC-64/NVME from `previous` (zero at the start); both halves of the result are unsigned. */
export function crc64Nvme(bytes: Uint8Array, previous: Crc64 = { high: 0, low: 0 }): Crc64 {
  const tables = nvmeTables();
  let high = ~previous.high;
  let low = ~previous.low;
  for (let index = 0; index < bytes.length; index++) {
    const entry = (low ^ (bytes[index] as number)) & 0xff;
    low = ((low >>> 8) | (high << 24)) ^ (tables.low[entry] as number);
    high = (high >>> 8) ^ (tables.high[entry] as number);
  }
  return { high: ~high >>> 0, low: ~low >>> 0 };
}

let castagnoli: Int32Array | undefined;

function castagnoliTable(): Int32Array {
  castagnoli ??= Int32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ CASTAGNOLI : crc >>> 1;
    return crc;
  });
  return castagnoli;
}

let nvme: { high: Int32Array; low: Int32Array } | undefined;

function nvmeTables(): { high: Int32Array; low: Int32Array } {
  if (nvme) return nvme;
  const tables = { high: new Int32Array(256), low: new Int32Array(256) };
  for (let byte = 0; byte < 256; byte++) {
    let high = 0;
    let low = byte;
    for (let bit = 0; bit < 8; bit++) {
      const carry = low & 1;
      low = (low >>> 1) | (high << 31);
      high >>>= 1;
      if (carry) {
        low ^= NVME_LOW;
        high ^= NVME_HIGH;
      }
    }
    tables.high[byte] = high;
    tables.low[byte] = low;
  }
  nvme = tables;
  return tables;
}
