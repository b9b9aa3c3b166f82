/**
 * Builds the innermost loops of fitting couplings as a WebAssembly module, because JavaScript has no SIMD. Its memory
 * holds groups of 20 numbers (f32), of which group g starts at byte 80 g, and lists of group numbers (u16).
 *
 * - `gather(from, to, out)`: stores the sum of the groups in the list at these byte addresses at `out`.
 * - `scatter(from, to, added)`: adds the 20 numbers at `added` to every group in the list.
 *
 * Lists are not empty, and `out` and `added` are multiples of 16.
 */
export function siteKernelModule(pages: number): WebAssembly.Module {
  const type = [0x60, ...vector([[I32], [I32], [I32]]), 0];
  const bytes = [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, vector([type])),
    section(3, vector([[0], [0]])),
    section(5, vector([[0, ...unsigned(pages)]])),
    section(
      7,
      vector([
        [...text("memory"), 2, 0],
        [...text("gather"), 0, 0],
        [...text("scatter"), 0, 1],
      ]),
    ),
    section(10, vector([sized([...LOCALS, ...gather(), END]), sized([...LOCALS, ...scatter(), END])])),
  ].flat();
  return new WebAssembly.Module(Uint8Array.from(bytes));
}

/** Bytes of one group; four of its numbers make a vector. */
const GROUP_BYTES = 80;
const VECTOR_BYTES = 16;
const VECTORS = [0, 1, 2, 3, 4];

const [I32, V128, END] = [0x7f, 0x7b, 0x0b];
const [ADD, MULTIPLY, LESS_THAN] = [0x6a, 0x6c, 0x49];
const F32X4_ADD = [0xfd, 0xe4, 0x01];

const [FROM, TO, VALUES, GROUP, FIRST_VECTOR] = [0, 1, 2, 3, 4];
const LOCALS = vector([
  [1, I32],
  [VECTORS.length, V128],
]);

/** Adds up groups; locals are zero at the beginning. */
function gather(): number[] {
  return [
    ...forEachGroup(
      VECTORS.flatMap((k) => [
        ...get(FIRST_VECTOR + k),
        ...load(GROUP, k),
        ...F32X4_ADD,
        ...set(FIRST_VECTOR + k),
      ]),
    ),
    ...VECTORS.flatMap((k) => store(VALUES, k, get(FIRST_VECTOR + k))),
  ];
}

function scatter(): number[] {
  return [
    ...VECTORS.flatMap((k) => [...load(VALUES, k), ...set(FIRST_VECTOR + k)]),
    ...forEachGroup(
      VECTORS.flatMap((k) => store(GROUP, k, [...load(GROUP, k), ...get(FIRST_VECTOR + k), ...F32X4_ADD])),
    ),
  ];
}

/** Repeats the body for each group, with its address in GROUP. */
function forEachGroup(body: number[]): number[] {
  const readAddress = [...get(FROM), 0x2f, 1, 0, ...constant(GROUP_BYTES), MULTIPLY, ...set(GROUP)];
  const next = [...get(FROM), ...constant(2), ADD, ...set(FROM), ...get(FROM), ...get(TO), LESS_THAN];
  return [0x03, 0x40, ...readAddress, ...body, ...next, 0x0d, 0, END];
}

// The encoding: https://webassembly.github.io/spec/core/binary/index.html

function get(local: number): number[] {
  return [0x20, local];
}

function set(local: number): number[] {
  return [0x21, local];
}

function load(address: number, k: number): number[] {
  return [...get(address), 0xfd, 0, 4, ...unsigned(k * VECTOR_BYTES)];
}

function store(address: number, k: number, value: number[]): number[] {
  return [...get(address), ...value, 0xfd, 0x0b, 4, ...unsigned(k * VECTOR_BYTES)];
}

function constant(value: number): number[] {
  return [0x41, ...signed(value)];
}

function vector(items: number[][]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function sized(bytes: number[]): number[] {
  return [...unsigned(bytes.length), ...bytes];
}

function section(id: number, bytes: number[]): number[] {
  return [id, ...sized(bytes)];
}

function text(name: string): number[] {
  return sized([...new TextEncoder().encode(name)]);
}

/** Encodes an unsigned integer as LEB128. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}
