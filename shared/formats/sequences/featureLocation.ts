/** Range within a record, counted from 1, inclusive. */
export interface Part {
  start: number;
  end: number;
  isComplement: boolean;
}

export interface FeatureLocation {
  /** Ranges in the order in which they are read; undefined if the location is in another record, or is not unique. */
  parts: Part[] | undefined;
  /** Smallest and largest positions that occur; undefined if there are none. */
  start: number | undefined;
  end: number | undefined;
  isComplement: boolean;
}

const RANGE = /^[<>]?(\d{1,12})(?:(?:\.\.)[<>]?(\d{1,12}))?$/;
const MAX_PARTS = 10_000;
/** Maximum length of a location that can be read, in characters. */
const MAX_LOCATION_CHARACTERS = 500_000;
/** Maximum nesting depth of operators; each operator reverses its ranges. */
const MAX_DEPTH = 10;

/** Reads the location of a GenBank feature, such as `complement(join(3..40,52..>90))`, in time linear in its length. */
export function readLocation(text: string): FeatureLocation {
  const parts: Part[] = [];
  const stack: { isComplement: boolean; first: number }[] = [];
  let isResolved = text.length <= MAX_LOCATION_CHARACTERS;
  for (const word of text
    .slice(0, MAX_LOCATION_CHARACTERS)
    .replace(/\s+/g, "")
    .match(/[^(),]+|[(),]/g) ?? []) {
    if (word === "," || word === "(") continue;
    if (word === ")") {
      const closed = stack.pop();
      if (closed === undefined) isResolved = false;
      else if (closed.isComplement) turn(parts, closed.first);
    } else if (/^(?:join|order|complement)$/.test(word)) {
      stack.push({ isComplement: word === "complement", first: parts.length });
      if (stack.length <= MAX_DEPTH) continue;
      isResolved = false;
      break;
    } else {
      const [, start, end = start] = RANGE.exec(word) ?? [];
      if (start === undefined || parts.length === MAX_PARTS) {
        isResolved = false;
        continue;
      }
      parts.push({ start: Number(start), end: Number(end), isComplement: false });
    }
  }
  const ends = parts.flatMap(({ start, end }) => [start, end]);
  const isKnown = isResolved && parts.length > 0 && stack.length === 0;
  return {
    parts: isKnown ? parts : undefined,
    start: ends.length > 0 ? ends.reduce((start, end) => Math.min(start, end)) : undefined,
    end: ends.length > 0 ? ends.reduce((last, end) => Math.max(last, end)) : undefined,
    isComplement: parts.length > 0 && parts.every((part) => part.isComplement),
  };
}

/** Moves the ranges, starting at a given index, to the opposite strand, where they are read in reverse. */
function turn(parts: Part[], first: number): void {
  const turned = parts.slice(first).reverse();
  turned.forEach((part, index) => {
    parts[first + index] = { ...part, isComplement: !part.isComplement };
  });
}

const BASES = "ACGTUNRYSWKMBDHVacgtunryswkmbdhv";
const PARTNERS = "TGCAANYRSWMKVHDBtgcaanyrswmkvhdb";
const PARTNER_OF = new Map([...BASES].map((base, index) => [base, PARTNERS[index] as string]));

/** Returns the bases of the opposite strand, in its direction. */
export function reverseComplement(bases: string): string {
  const turned: string[] = [];
  for (let at = bases.length - 1; at >= 0; at--) {
    const base = bases[at] as string;
    turned.push(PARTNER_OF.get(base) ?? base);
  }
  return turned.join("");
}
