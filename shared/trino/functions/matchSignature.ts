import { asDecimal, canCoerce, commonType, sameType } from "../types/coerce.ts";
import { decimalType, isNumeric, isText, type Type, timestampType, UNKNOWN } from "../types/type.ts";
import { isVariable, type Pattern, type Signature, typeOfPattern } from "./parseSignature.ts";

export interface Match {
  signature: Signature;
  /** Types to which the arguments are converted; undefined for lambdas. */
  targets: (Type | undefined)[];
  bound: Map<string, Type>;
}

/**
 * Finds the signature of a call: one that accepts the arguments unchanged, or else the one that requires the fewest
 * conversions to another kind of type. The call is ambiguous if an untyped NULL leaves several candidates.
 */
export function matchSignature(
  signatures: readonly Signature[],
  args: readonly (Type | undefined)[],
): Match | "ambiguous" | undefined {
  for (const signature of signatures) {
    const match = matchOne(signature, args, true);
    if (match) return match;
  }
  let best: Match[] = [];
  let minConverted = Number.POSITIVE_INFINITY;
  for (const signature of signatures) {
    const match = matchOne(signature, args, false);
    if (!match) continue;
    const converted = args.filter((type, index) => type && type.name !== match.targets[index]?.name).length;
    if (converted < minConverted) best = [];
    minConverted = Math.min(minConverted, converted);
    if (converted === minConverted) best.push(match);
  }
  if (best.length < 2 || !args.some((type) => type?.name === "unknown")) return best[0];
  const narrowest = best.find((a) => best.every((other) => isNarrower(a, other)));
  const results = new Set(best.map(({ signature }) => JSON.stringify(signature.result)));
  const isOpen = new Set(best.map(({ targets }) => kindsOf(targets))).size > 1;
  return (
    narrowest ??
    (results.size === 1 && !(isOpen && results.has('{"name":"$1","of":[]}'))
      ? best[0]
      : isOpen
        ? "ambiguous"
        : best[0])
  );
}

/** Classifies types as numbers, strings or others. */
function kindsOf(targets: (Type | undefined)[]): string {
  return targets
    .map((type) => (type && isNumeric(type) ? "number" : type && isText(type) ? "text" : type?.name))
    .join(",");
}

function isNarrower(a: Match, b: Match): boolean {
  return a.targets.every((type, index) => {
    const wide = b.targets[index];
    return type === undefined || wide === undefined || canCoerce(type, wide);
  });
}

function matchOne(
  signature: Signature,
  args: readonly (Type | undefined)[],
  exact: boolean,
): Match | undefined {
  const { parameters, optional, repeats } = signature;
  if (args.length < parameters.length - optional) return undefined;
  if (args.length > parameters.length && !repeats) return undefined;
  const patterns = args.map((_, index) => parameters[Math.min(index, parameters.length - 1)] as Pattern);
  const bound = new Map<string, Type>();
  const targets: (Type | undefined)[] = [];
  for (const [index, type] of args.entries()) {
    const pattern = patterns[index] as Pattern;
    if (type === undefined) {
      if (pattern.name !== "function") return undefined;
      continue;
    }
    if (!bind(pattern, type, bound, exact)) return undefined;
  }
  for (const [index, type] of args.entries()) {
    targets.push(type && targetOf(patterns[index] as Pattern, type, bound));
  }
  return { signature, targets, bound };
}

/** Binds the variables of a pattern to the parts of a type; returns false if the type does not match. */
function bind(pattern: Pattern, type: Type, bound: Map<string, Type>, exact: boolean): boolean {
  if (isVariable(pattern)) {
    if (pattern.name === "number" && !isNumeric(type) && (exact || type.name !== "unknown")) return false;
    const before = bound.get(pattern.name);
    if (!before) {
      bound.set(pattern.name, type);
      return true;
    }
    if (exact) return sameType(before, type);
    const common = commonType(before, type);
    if (common) bound.set(pattern.name, common);
    return common !== undefined;
  }
  if (type.name === "unknown") return !exact;
  if (pattern.name === type.name) {
    if (pattern.of.length === 0) return true;
    return (
      pattern.of.length === (type.of ?? []).length &&
      pattern.of.every((part, index) => bind(part, type.of?.[index] ?? UNKNOWN, bound, exact))
    );
  }
  return !exact && pattern.of.length === 0 && coercedTo(pattern, type) !== undefined;
}

/** Returns the type to which a value of another type is converted for a parameter. */
function coercedTo({ name }: Pattern, type: Type): Type | undefined {
  if (name === "decimal") {
    const { size, scale } = asDecimal(type);
    return canCoerce(type, decimalType(size, scale)) ? decimalType(size, scale) : undefined;
  }
  if (name === "varchar" || name === "char") return undefined;
  if (name === "timestamp") return type.name === "date" ? timestampType(0) : undefined;
  const target = typeOfPattern({ name, of: [] }, new Map());
  if (name === "timestamp with time zone") {
    const size = type.name === "date" ? 0 : type.size;
    return type.name === "date" || type.name === "timestamp" ? { ...target, size: size ?? 3 } : undefined;
  }
  return canCoerce(type, target) ? target : undefined;
}

function targetOf(pattern: Pattern, type: Type, bound: ReadonlyMap<string, Type>): Type {
  if (isVariable(pattern)) return bound.get(pattern.name) ?? UNKNOWN;
  if (pattern.name === type.name && pattern.of.length === 0) return type;
  if (pattern.of.length > 0) {
    const of = pattern.of.map((part, index) => targetOf(part, type.of?.[index] ?? UNKNOWN, bound));
    return { name: pattern.name as Type["name"], of, ...(type.names && { names: type.names }) };
  }
  if (type.name === "unknown")
    return typeOfPattern(pattern, bound).name === "decimal"
      ? decimalType(1, 0)
      : typeOfPattern(pattern, bound);
  return coercedTo(pattern, type) ?? type;
}
