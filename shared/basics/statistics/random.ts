/**
 * Seeded random numbers that are identical on every machine. The generator is xoshiro128** 1.1 (Blackman & Vigna 2021,
 * "Scrambled linear pseudorandom number generators", ACM TOMS 47:36), which only needs 32-bit arithmetic; its state is filled
 * by SplitMix64 from the FNV-1a hash of the seed, as recommended by its authors.
 */
export interface Random {
  /** Returns a number in [0, 1) with 53 random bits. */
  uniform(): number;
  /** Returns an unbiased integer in 0 … below − 1. `below` is an integer from 1 to 2^32. */
  integer(below: number): number;
  /** Returns a random number from the standard normal distribution. */
  normal(): number;
  /** Shuffles the items in place and returns them. */
  shuffle<Items extends MutableItems>(items: Items): Items;
  /** Returns an index drawn in proportion to its weight. Weights must be finite, not negative and not all zero. */
  choose(weights: ArrayLike<number>): number;
  /** Creates an independent generator that depends on the seed and the label, not on earlier draws. */
  fork(label: string | number): Random;
}

interface MutableItems {
  readonly length: number;
  [index: number]: unknown;
}

export function createRandom(seed: string | number): Random {
  const next = xoshiro128(seedState(String(seed)));
  const uniform = (): number => ((next() >>> 5) * 0x4000000 + (next() >>> 6)) / 2 ** 53;
  const integer = (below: number): number => boundedInteger(next, below);
  let spare: number | undefined;

  /** Draws with Marsaglia's polar method, which yields two numbers at a time. */
  function normal(): number {
    if (spare !== undefined) {
      const kept = spare;
      spare = undefined;
      return kept;
    }
    for (;;) {
      const x = 2 * uniform() - 1;
      const y = 2 * uniform() - 1;
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(square)) / square);
      spare = y * factor;
      return x * factor;
    }
  }

  function shuffle<Items extends MutableItems>(items: Items): Items {
    for (let last = items.length - 1; last > 0; last -= 1) {
      const other = integer(last + 1);
      const kept = items[last];
      items[last] = items[other];
      items[other] = kept;
    }
    return items;
  }

  function choose(weights: ArrayLike<number>): number {
    let left = uniform() * totalWeight(weights);
    let chosen = -1;
    for (let index = 0; index < weights.length; index += 1) {
      const weight = weights[index] ?? 0;
      if (weight === 0) continue;
      chosen = index;
      left -= weight;
      if (left < 0) break;
    }
    return chosen;
  }

  const fork = (label: string | number): Random => createRandom(`${seed}/${label}`);
  return { uniform, integer, normal, shuffle, choose, fork };
}

/** Returns the raw generator: 32 random bits per call. The state must not be all zero. */
export function xoshiro128(state: Uint32Array): () => number {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  return () => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result;
  };
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

function seedState(seed: string): Uint32Array {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(seed)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  const state = new BigUint64Array(2);
  for (let index = 0; index < state.length; index += 1) {
    hash = BigInt.asUintN(64, hash + 0x9e3779b97f4a7c15n);
    let mixed = hash;
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    state[index] = mixed ^ (mixed >> 31n);
  }
  return Uint32Array.from([...state].flatMap((word) => [Number(word & 0xffffffffn), Number(word >> 32n)]));
}

/** Draws again if the number is in the last, incomplete range of remainders, which would favor small numbers. */
function boundedInteger(next: () => number, below: number): number {
  if (!Number.isInteger(below) || below < 1 || below > 2 ** 32) {
    throw new RangeError(`A random integer needs a bound from 1 to 2^32, not ${below}.`);
  }
  const complete = 2 ** 32 - (2 ** 32 % below);
  let drawn = next();
  while (drawn >= complete) drawn = next();
  return drawn % below;
}

function totalWeight(weights: ArrayLike<number>): number {
  let total = 0;
  for (let index = 0; index < weights.length; index += 1) {
    const weight = weights[index] ?? 0;
    if (!(weight >= 0)) throw new RangeError(`Weight ${index} is ${weight}; weights must not be negative.`);
    total += weight;
  }
  if (!(total > 0 && total < Number.POSITIVE_INFINITY)) {
    throw new RangeError(
      `The weights add up to ${total}; at least one weight must be positive, and all must be finite.`,
    );
  }
  return total;
}
