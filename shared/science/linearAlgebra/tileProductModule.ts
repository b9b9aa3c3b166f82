/**
 * Builds the innermost loop of matrix products as a WebAssembly module of some hundred bytes, because JavaScript has no
 * SIMD: about four times as fast as the same loop in JavaScript. The instructions are those of `product`. The module
 * exports `memory` and `product(a, b, c, rowsA, rowsB, depth)`: C = A · Bᵀ for packed A, B and C at these byte
 * addresses. Rows of A and B are `stride` bytes apart, rows of C `rowsB` numbers. Row counts are multiples of 3, depth
 * is a multiple of 4: the caller pads with zeros.
 */
export function tileProductModule(stride: number, pages: number): WebAssembly.Module {
  const type = [0x60, ...vector(Array.from({ length: 6 }, () => [I32])), 0];
  const functionExport = [...text("product"), 0, 0];
  const memoryExport = [...text("memory"), 2, 0];
  const bytes = [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, vector([type])),
    section(3, vector([[0]])),
    section(5, vector([[0, ...unsigned(pages)]])),
    section(7, vector([functionExport, memoryExport])),
    section(10, vector([sized([...locals(), ...product(stride), END])])),
  ].flat();
  return new WebAssembly.Module(Uint8Array.from(bytes));
}

/** Rows per tile: its nine sums and the six vectors that they are made of fit 16 registers. */
const SIDE = 3;
const SIDES = [0, 1, 2];
/** Bytes per iteration of the loop: two vectors of two numbers. */
const TURN_BYTES = 32;
const NUMBER_BYTES = 8;

const [A, B, C, ROWS_A, ROWS_B, DEPTH] = [0, 1, 2, 3, 4, 5];
/** Locals: remaining rows of A and B, address in B, address in A, end of A's rows, row distance of C in bytes. */
const [LEFT_A, LEFT_B, AT_B, AT_A, END_A, STRIDE_C] = [6, 7, 8, 9, 10, 11];
const INTEGER_LOCALS = 6;
const FIRST_SUM = 12;
const sum = (row: number, column: number): number => FIRST_SUM + SIDE * row + column;
const FACTOR_A = FIRST_SUM + SIDE * SIDE;
const factorB = (column: number): number => FACTOR_A + 1 + column;

function locals(): number[] {
  const vectors = SIDE * SIDE + 1 + SIDE;
  return vector([
    [INTEGER_LOCALS, I32],
    [vectors, V128],
  ]);
}

/**
 * Computes nine sums of products over the depth for each three rows of A and each three rows of B, and stores them in
 * C.
 */
function product(stride: number): number[] {
  return [
    ...set(STRIDE_C, [...get(ROWS_B), ...constant(NUMBER_BYTES), MULTIPLY]),
    ...set(LEFT_A, get(ROWS_A)),
    ...loop([
      ...set(LEFT_B, get(ROWS_B)),
      ...set(END_A, [...get(A), ...get(DEPTH), ...constant(NUMBER_BYTES), MULTIPLY, ADD]),
      // B's own argument advances along its rows and is set back afterwards.
      ...set(AT_B, get(B)),
      ...loop([...sums(stride), ...store(), ...countDown(LEFT_B)]),
      ...set(C, [...get(C), ...get(STRIDE_C), ...constant(SIDE - 1), MULTIPLY, ADD]),
      ...increase(A, SIDE * stride),
      ...countDown(LEFT_A),
    ]),
  ];
}

/** Leaves AT_B at the next three rows of B. */
function sums(stride: number): number[] {
  const turn = [0, TURN_BYTES / 2].flatMap((offset) => [
    ...SIDES.flatMap((column) => set(factorB(column), load(AT_B, column * stride + offset))),
    ...SIDES.flatMap((row) => [
      ...set(FACTOR_A, load(AT_A, row * stride + offset)),
      ...SIDES.flatMap((column) =>
        set(sum(row, column), [
          ...get(sum(row, column)),
          ...get(FACTOR_A),
          ...get(factorB(column)),
          ...F64X2_MULTIPLY,
          ...F64X2_ADD,
        ]),
      ),
    ]),
  ]);
  return [
    ...SIDES.flatMap((row) => SIDES.flatMap((column) => set(sum(row, column), zeros()))),
    ...set(AT_A, get(A)),
    ...loop([
      ...turn,
      ...increase(AT_B, TURN_BYTES),
      ...increase(AT_A, TURN_BYTES),
      ...[...get(AT_A), ...get(END_A), LESS_THAN],
    ]),
    ...set(AT_B, [...get(AT_B), ...get(END_A), ...get(A), SUBTRACT, SUBTRACT]),
    ...increase(AT_B, SIDE * stride),
  ];
}

/** Adds the two halves of each sum and advances C by three numbers. */
function store(): number[] {
  return [
    ...SIDES.flatMap((row) =>
      SIDES.flatMap((column) => [
        ...get(C),
        ...get(STRIDE_C),
        ...constant(row),
        MULTIPLY,
        ADD,
        ...half(sum(row, column), 0),
        ...half(sum(row, column), 1),
        F64_ADD,
        ...[0x39, 3, ...unsigned(column * NUMBER_BYTES)],
      ]),
    ),
    ...increase(C, SIDE * NUMBER_BYTES),
  ];
}

// The encoding: https://webassembly.github.io/spec/core/binary/index.html

const [I32, V128, END] = [0x7f, 0x7b, 0x0b];
const [ADD, SUBTRACT, MULTIPLY, LESS_THAN, F64_ADD] = [0x6a, 0x6b, 0x6c, 0x49, 0xa0];
const F64X2_ADD = [0xfd, 0xf0, 0x01];
const F64X2_MULTIPLY = [0xfd, 0xf2, 0x01];

const get = (local: number): number[] => [0x20, local];
const set = (local: number, value: number[]): number[] => [...value, 0x21, local];
const constant = (value: number): number[] => [0x41, ...signed(value)];
const increase = (local: number, by: number): number[] => set(local, [...get(local), ...constant(by), ADD]);
const load = (address: number, offset: number): number[] => [
  ...get(address),
  0xfd,
  0,
  4,
  ...unsigned(offset),
];
const half = (local: number, lane: number): number[] => [...get(local), 0xfd, 0x21, lane];
const zeros = (): number[] => [0xfd, 12, ...new Array<number>(16).fill(0)];

/** Repeats the body while the value that it leaves on the stack is not zero. */
const loop = (body: number[]): number[] => [0x03, 0x40, ...body, 0x0d, 0, END];

/** Decreases the number of remaining rows and leaves it on the stack. */
const countDown = (local: number): number[] => [...increase(local, -SIDE), ...get(local)];

const vector = (items: number[][]): number[] => [...unsigned(items.length), ...items.flat()];
const sized = (bytes: number[]): number[] => [...unsigned(bytes.length), ...bytes];
const section = (id: number, bytes: number[]): number[] => [id, ...sized(bytes)];
const text = (name: string): number[] => sized([...new TextEncoder().encode(name)]);

/** Encodes an unsigned integer as LEB128. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}
