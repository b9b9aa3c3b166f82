import { DomainError } from "@pdp/basics/errors";
import * as v from "valibot";
import { AMINO_ACID_COUNT, residueIndices, residueLetters } from "../sequences/aminoAcids.ts";
import { createSampler, type Sampler } from "./sampler.ts";

/*
 * Byte format of a sampler, numbers little-endian: "SAMPLER1" · length of the header (u32) and four zero bytes ·
 * header, JSON, padded with blanks to a multiple of eight bytes · fields (f64, length × 20) · couplings (f32): for each
 * site i and each j < i the 20 × 20 numbers (b at j, a at i).
 */

const MAGIC = new TextEncoder().encode("SAMPLER1");
const HEADER_START = 16;
const BLOCK = AMINO_ACID_COUNT ** 2;

const Header = v.object({
  reference: v.pipe(v.string(), v.regex(/^[A-Z]*\/?[A-Z]*$/), v.nonEmpty(), v.maxLength(65_535)),
  sites: v.array(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

export function encodeSampler({ model }: Sampler): Uint8Array<ArrayBuffer> {
  const { reference, fields, sites, couplings } = model;
  const text = JSON.stringify({ reference: residueLetters(reference), sites: [...sites] });
  const header = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 8) * 8));
  const fieldsStart = HEADER_START + header.length;
  const couplingsStart = fieldsStart + fields.byteLength;
  const bytes = new Uint8Array(couplingsStart + 4 * BLOCK * pairs(sites.length));
  bytes.set(MAGIC);
  new DataView(bytes.buffer).setUint32(MAGIC.length, header.length, true);
  bytes.set(header, HEADER_START);
  new Float64Array(bytes.buffer, fieldsStart, fields.length).set(fields);
  const written = new Float32Array(bytes.buffer, couplingsStart);
  let at = 0;
  for (let i = 0; i < sites.length; i += 1) {
    const row = i * sites.length * BLOCK;
    written.set(couplings.subarray(row, row + i * BLOCK), at);
    at += i * BLOCK;
  }
  return bytes;
}

/** Parses a sampler. Throws a DomainError for invalid bytes. */
export function decodeSampler(bytes: Uint8Array): Sampler {
  // A copy starts at a multiple of eight bytes, as typed arrays require.
  const { buffer } = bytes.slice();
  const { header, fieldsStart } = readHeader(bytes);
  const reference = residueIndices(header.reference);
  const sites = Uint16Array.from(header.sites);
  const ascending = header.sites.every((site, index) => index === 0 || site > header.sites[index - 1]!);
  if (!ascending || (header.sites.at(-1) ?? 0) >= reference.length)
    throw notASampler("its coupled positions are invalid");
  const couplingsStart = fieldsStart + 8 * AMINO_ACID_COUNT * reference.length;
  const count = BLOCK * pairs(sites.length);
  if (bytes.length !== couplingsStart + 4 * count) throw notASampler("its length does not match its header");
  const fields = new Float64Array(buffer, fieldsStart, AMINO_ACID_COUNT * reference.length).slice();
  const read = new Float32Array(buffer, couplingsStart, count);
  if (!fields.every(Number.isFinite) || !read.every(Number.isFinite))
    throw notASampler("it contains values that are not finite");
  return createSampler({ reference, fields, sites, couplings: expandPairs(read, sites.length) });
}

function readHeader(bytes: Uint8Array): { header: v.InferOutput<typeof Header>; fieldsStart: number } {
  if (bytes.length < HEADER_START || MAGIC.some((byte, index) => bytes[index] !== byte)) {
    throw notASampler("its first bytes have the wrong signature");
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fieldsStart = HEADER_START + view.getUint32(MAGIC.length, true);
  if (fieldsStart % 8 !== 0 || fieldsStart > bytes.length) throw notASampler("its header is cut off");
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(HEADER_START, fieldsStart));
    return { header: v.parse(Header, JSON.parse(text)), fieldsStart };
  } catch {
    throw notASampler("its header cannot be read");
  }
}

function notASampler(why: string): DomainError {
  return new DomainError(
    "invalid",
    "not_a_sampler",
    `This artifact is not a readable sampler: ${why}. Use the sampler from a completed training task.`,
  );
}

function pairs(sites: number): number {
  return (sites * (sites - 1)) / 2;
}

/** Expands each pair of sites to both directions. */
function expandPairs(read: Float32Array, sites: number): Float32Array {
  const couplings = new Float32Array(sites * sites * BLOCK);
  let at = 0;
  for (let i = 0; i < sites; i += 1) {
    for (let j = 0; j < i; j += 1) {
      const block = read.subarray(at, at + BLOCK);
      at += BLOCK;
      couplings.set(block, (i * sites + j) * BLOCK);
      const back = (j * sites + i) * BLOCK;
      for (let b = 0; b < AMINO_ACID_COUNT; b += 1) {
        for (let a = 0; a < AMINO_ACID_COUNT; a += 1) {
          couplings[back + a * AMINO_ACID_COUNT + b] = block[b * AMINO_ACID_COUNT + a]!;
        }
      }
    }
  }
  return couplings;
}
