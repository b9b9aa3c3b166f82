import { asDecimal } from "../types/coerce.ts";
import { sessionZone } from "../types/sessionZone.ts";
import { decimalType, type Type, UNKNOWN, varcharType, zonedType } from "../types/type.ts";
import type { Argument } from "./functionKinds.ts";
import { commonOf } from "./operators/commonTypes.ts";
import { decimalResult } from "./operators/decimals.ts";
import { zoneInText } from "./times/parseTime.ts";
import { hasOffset } from "./times/timeFormats.ts";

/** Result types computed from the argument types, by name in signatures. */
const RESULTS: Record<string, (args: Argument[]) => Type> = {
  rounded: ([x]) => {
    const { size, scale } = asDecimal(x?.type ?? UNKNOWN);
    return decimalType(Math.min(38, size - scale + Math.min(1, scale)), 0);
  },
  roundedTo: ([x]) => {
    const { size, scale } = asDecimal(x?.type ?? UNKNOWN);
    return decimalType(Math.min(38, size + 1), scale);
  },
  truncated: ([x]) => {
    const { size, scale } = asDecimal(x?.type ?? UNKNOWN);
    return decimalType(Math.max(1, size - scale), 0);
  },
  sign: () => decimalType(1, 0),
  sum: ([x]) => decimalType(38, asDecimal(x?.type ?? UNKNOWN).scale),
  parsed: ([text, format]) => {
    if (!hasOffset(format?.literal ?? "")) return zonedType(3, sessionZone().name);
    const zone = text?.literal === undefined ? undefined : zoneInText(text.literal, format?.literal ?? "");
    return { name: "timestamp with time zone", size: 3, ...(zone !== undefined && { zone }) };
  },
  iso8601: ([x]) => {
    const { name, size = 0 } = x?.type ?? UNKNOWN;
    if (name === "timestamp") return varcharType(size > 0 ? 23 + size : 22);
    return varcharType(name === "timestamp with time zone" ? (size > 0 ? 29 + size : 28) : 16);
  },
  dataSize: () => decimalType(38, 0),
  trimmed: ([x]) => varcharType(x?.type.size),
  replaced: ([x, , z]) => {
    const [a, b] = [x?.type.size, z?.type.size];
    return varcharType(a === undefined || b === undefined ? undefined : a + b * (a + 1));
  },
  substituted: ([x, , z]) => {
    const [a, b] = [x?.type.size, z?.type.size];
    return varcharType(
      a === undefined || b === undefined ? undefined : a + Math.max(Math.floor((a * b) / 2), b) * (a + 1),
    );
  },
  mod: (args) => {
    const common = commonOf(args);
    const [a, b] = args as [Argument, Argument];
    return common.name === "decimal" ? decimalResult("%", a.type, b.type) : common;
  },
};

/** Returns a computed result type. */
export function resultOf(name: string, args: Argument[]): Type {
  return RESULTS[name]?.(args) ?? UNKNOWN;
}
