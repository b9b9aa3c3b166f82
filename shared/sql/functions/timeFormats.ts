import { Refusal } from "#shared/sql/sqlError.ts";

/** Letters of MySQL's formats, which Trino has, with strftime's text and the texts that are parsed; none if neither. */
const LETTERS: Record<string, [written: string, parsed?: string]> = {
  a: ["%a"],
  b: ["%b", "[A-Za-z]{3}"],
  c: ["%-m", "\\d{1,2}"],
  d: ["%d", "\\d{1,2}"],
  e: ["%-d", "\\d{1,2}"],
  f: ["%f", "\\d{1,6}"],
  H: ["%H", "\\d{1,2}"],
  h: ["%I", "\\d{1,2}"],
  I: ["%I", "\\d{1,2}"],
  i: ["%M", "\\d{1,2}"],
  j: ["%j", "\\d{1,3}"],
  k: ["%-H", "\\d{1,2}"],
  l: ["%-I", "\\d{1,2}"],
  M: ["%B", "[A-Za-z]+"],
  m: ["%m", "\\d{1,2}"],
  p: ["%p", "[AaPp][Mm]"],
  r: ["%I:%M:%S %p", "\\d{1,2}:\\d{1,2}:\\d{1,2} [AaPp][Mm]"],
  S: ["%S", "\\d{1,2}"],
  s: ["%S", "\\d{1,2}"],
  T: ["%H:%M:%S", "\\d{1,2}:\\d{1,2}:\\d{1,2}"],
  v: ["%V"],
  W: ["%A"],
  x: ["%G"],
  Y: ["%Y", "\\d{1,4}"],
  y: ["%y", "\\d{2}"],
  "%": ["%%", "%"],
};

/** Converts a format of date_format to strftime's. */
export function writeFormat(format: string): string {
  return format.replace(/%(.?)/gs, (found, letter: string) => {
    const written = LETTERS[letter]?.[0];
    // Any other letter stands for itself, except those that Trino refuses.
    if (written !== undefined) return written;
    if (/^[A-Za-z]?$/.test(letter)) throw new Refusal(`The format of date_format cannot contain ${found}`);
    return letter;
  });
}

export interface ParseFormat {
  /** Format of strptime. */
  pattern: string;
  /** Texts that are parsed. */
  regex: string;
  hasYear: boolean;
  hasDay: boolean;
  isShortYear: boolean;
}

/** Converts a format of date_parse to strptime's. */
export function parseFormat(format: string): ParseFormat {
  let regex = "";
  const pattern = format.replace(/%(.?)|[^%]+/gs, (found, letter: string | undefined) => {
    if (letter === undefined) {
      regex += found.replace(/[^A-Za-z0-9_\s\u0080-\u{10ffff}]/gu, "\\$&");
      return found;
    }
    const [written, parsed] = LETTERS[letter] ?? [];
    if (written === undefined || parsed === undefined) {
      throw new Refusal(`The format of date_parse cannot contain ${found}`);
    }
    regex += parsed;
    return written.replace("%-", "%");
  });
  return {
    pattern,
    regex,
    hasYear: /%[Yy]/.test(format),
    hasDay: /%[bcdejMm]/.test(format),
    isShortYear: format.includes("%y"),
  };
}
