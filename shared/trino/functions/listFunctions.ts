import { bindSql, eachSql, filterSql } from "../types/bindSql.ts";
import { distinctSql, groupsByKey } from "../types/listSql.ts";
import { hasNullPart } from "../types/nullParts.ts";
import { contains, duckdbType, isFloating, itemOf, UNKNOWN } from "../types/type.ts";
import { unorderedFirst } from "../types/unorderedFirst.ts";
import { arrayFunctions } from "./arrayFunctions.ts";
import { type Argument, type FunctionTable, failSql, type ScalarFunction, scalar } from "./functionKinds.ts";
import { searchNested } from "./nestedItems.ts";

const ZIPPED = ["A", "B", "C", "D", "E"];
const zips = [2, 3, 4, 5].map((count) => {
  const items = ZIPPED.slice(0, count);
  return `${items.map((item) => `array(${item})`).join(",")}:array(row(${items.join(",")}))`;
});

export const LIST_SIGNATURES = `
array_distinct:array(T):$1
shuffle:array(T):$1
zip:${zips.join("|")}
`;

/** Maximum number of combinations, as in Trino. */
const MAX_COMBINATIONS = 100_000;
const MAX_COMBINED = 5;

export const listFunctions: FunctionTable = {
  array_distinct: scalar(1, 1, ([list], [of]) =>
    itemOf(of?.type ?? UNKNOWN).name === "unknown" ? `list_slice(${list}, 1, 1)` : distinctSql(`${list}`),
  ),
  array_except: scalar(2, 2, ([a, b]) =>
    bindSql(
      [`${a}`, `${b}`],
      (x, y) =>
        `CASE WHEN ${x} IS NOT NULL AND ${y} IS NOT NULL THEN ${distinctSql(within(x, y, false))} END`,
    ),
  ),
  array_histogram: scalar(1, 1, ([list], [of]) => {
    const item = itemOf(of?.type ?? UNKNOWN);
    return bindSql(
      [filterSql(`${list}`, (item) => `${item} IS NOT NULL`)],
      (known) =>
        `CASE WHEN ${known} IS NOT NULL THEN CAST(coalesce(list_aggregate(${known}, 'histogram'), MAP {}) AS MAP(${duckdbType(item)}, BIGINT)) END`,
    );
  }),
  array_intersect: scalar(2, 2, ([a, b]) =>
    bindSql([`${a}`, `${b}`], (x, y) => {
      const [more, less] = [
        `CASE WHEN len(${x}) < len(${y}) THEN ${y} ELSE ${x} END`,
        `CASE WHEN len(${x}) < len(${y}) THEN ${x} ELSE ${y} END`,
      ];
      return `CASE WHEN ${x} IS NOT NULL AND ${y} IS NOT NULL THEN ${bindSql([more, less], (items, others) => distinctSql(within(items, others, true)))} END`;
    }),
  ),
  array_max: extreme("list_max"),
  array_min: extreme("list_min"),
  array_position: scalar(2, 2, (values, args, context) => {
    if (args[1]?.type.of) return searchNested("array_position", args[0] as Argument, `${values[1]}`, context);
    const sql = (arrayFunctions.array_position as ScalarFunction).write(args, context);
    // NaN equals nothing.
    return isFloating(args[1]?.type ?? UNKNOWN)
      ? `CASE WHEN isnan(${values[1]}) THEN CASE WHEN ${values[0]} IS NOT NULL THEN CAST(0 AS BIGINT) END ELSE ${sql} END`
      : sql;
  }),
  array_remove: scalar(2, 2, (values, args, context) => {
    const [list, sought] = values;
    if (args[1]?.type.of) return searchNested("array_remove", args[0] as Argument, `${sought}`, context);
    const sql = (arrayFunctions.array_remove as ScalarFunction).write(args, context);
    return isFloating(args[1]?.type ?? UNKNOWN)
      ? `CASE WHEN isnan(${sought}) THEN ${list} ELSE ${sql} END`
      : sql;
  }),
  array_sort: scalar(1, 2, (values, args, context) => {
    if (values.length === 1) {
      const sorted = (arrayFunctions.array_sort as ScalarFunction).write(args, context);
      return ordered(`${values[0]}`, args[0], () => sorted, context);
    }
    return sortedBy(`${values[0]}`, args[1], context);
  }),
  array_union: scalar(2, 2, ([a, b]) =>
    bindSql(
      [`${a}`, `${b}`],
      (x, y) => `CASE WHEN ${x} IS NOT NULL AND ${y} IS NOT NULL THEN ${distinctSql(`(${x} || ${y})`)} END`,
    ),
  ),
  arrays_overlap: scalar(2, 2, ([a, b], [of], context) =>
    bindSql([`${a}`, `${b}`], (x, y) => {
      const missing = `(len(${x}) > 0 AND len(${y}) > 0 AND (list_position(${x}, NULL) IS NOT NULL OR list_position(${y}, NULL) IS NOT NULL))`;
      const known = (list: string): string => filterSql(list, (item) => `${item} IS NOT NULL`);
      const type = of?.type ?? UNKNOWN;
      const isUnknown = itemOf(type).of
        ? `WHEN len(${x}) > 0 AND len(${y}) > 0 AND (${hasNullPart(known(x), type)} OR ${hasNullPart(known(y), type)}) THEN ${failSql(NO_ORDER, context)} `
        : "";
      return `CASE WHEN ${x} IS NULL OR ${y} IS NULL THEN NULL ${isUnknown}WHEN list_has_any(${known(x)}, ${known(y)}) THEN true WHEN ${missing} THEN NULL ELSE false END`;
    }),
  ),
  contains_sequence: scalar(2, 2, ([a, b]) =>
    bindSql([`${a}`, `${b}`], (x, y) => {
      const places = filterSql(
        `range(1, len(${x}) - len(${y}) + 2)`,
        (position) => `list_slice(${x}, ${position}, ${position} + len(${y}) - 1) IS NOT DISTINCT FROM ${y}`,
      );
      return `CASE WHEN ${x} IS NULL OR ${y} IS NULL THEN NULL ELSE len(${y}) = 0 OR len(${places}) > 0 END`;
    }),
  ),
  cardinality: scalar(1, 1, ([value], [of]) =>
    of?.type.name === "map" ? `CAST(cardinality(${value}) AS BIGINT)` : `CAST(len(${value}) AS BIGINT)`,
  ),
  combinations: scalar(2, 2, combine),
  contains: scalar(2, 2, (values, args, context) => {
    if (args[1]?.type.of) return searchNested("contains", args[0] as Argument, `${values[1]}`, context);
    const sql = (arrayFunctions.contains as ScalarFunction).write(args, context);
    const [list, sought] = values;
    const isNan = `CASE WHEN list_position(${list}, NULL) IS NULL AND ${list} IS NOT NULL THEN false END`;
    return isFloating(args[1]?.type ?? UNKNOWN)
      ? `CASE WHEN isnan(${sought}) THEN ${isNan} ELSE ${sql} END`
      : sql;
  }),
  element_at: scalar(2, 2, (values, args, context) =>
    args[0]?.type.name === "map"
      ? elementOf(`${values[0]}`, `${values[1]}`, args[1])
      : (arrayFunctions.element_at as ScalarFunction).write(args, context),
  ),
  ngrams: scalar(2, 2, ([list, count], _, context) =>
    bindSql([`${list}`, `${count}`], (a, n) => {
      const grams = `list_transform(range(1, len(${a}) - ${n} + 2), lambda "__s": list_slice(${a}, "__s", "__s" + ${n} - 1))`;
      return `CASE WHEN ${n} <= 0 THEN ${failSql("ngrams needs a count of 1 or more", context)} WHEN ${n} >= len(${a}) THEN [${a}] ELSE ${grams} END`;
    }),
  ),
  sequence: scalar(2, 3, (values, args, context) => {
    const sql = (arrayFunctions.sequence as ScalarFunction).write(args, context);
    if (args[0]?.kind !== "integer" || values.length === 2) return sql;
    const [from, to, step] = values;
    const wrongWay = `(${step} > 0 AND ${from} > ${to}) OR (${step} < 0 AND ${from} < ${to})`;
    return `CASE WHEN ${wrongWay} THEN ${failSql("The step of sequence has the wrong sign: it must lead from the start to the end", context)} ELSE ${sql} END`;
  }),
  shuffle: scalar(1, 1, ([list]) =>
    eachSql(
      `list_sort(list_transform(${list}, lambda "__x": {'r': random(), 'x': "__x"}))`,
      (item) => `${item}.x`,
    ),
  ),
  slice: scalar(3, 3, (values, args, context) => {
    const sql = (arrayFunctions.slice as ScalarFunction).write(args, context);
    return `CASE WHEN ${values[2]} < 0 THEN ${failSql("The length of slice cannot be negative", context)} ELSE ${sql} END`;
  }),
  trim_array: scalar(2, 2, ([list, count], _, context) =>
    bindSql(
      [`${list}`, `${count}`],
      (a, n) =>
        `CASE WHEN ${n} < 0 OR ${n} > len(${a}) THEN ${failSql("trim_array cannot remove more items than there are", context)} ELSE list_slice(${a}, 1, len(${a}) - ${n}) END`,
    ),
  ),
  zip: scalar(2, 5, (lists) =>
    together(lists, (items) => `{${items.map((item, index) => `'field${index}': ${item}`).join(", ")}}`),
  ),
  zip_with: scalar(3, 3, ([a, b], [, , lambda]) =>
    together([`${a}`, `${b}`], (items) => bodyOf(lambda, items)),
  ),
};

/** Writes the map value for a key; a NaN key is never found. */
function elementOf(map: string, key: string, argument: Argument | undefined): string {
  const value = `${map}[${key}]`;
  return isFloating(argument?.type ?? UNKNOWN) ? `CASE WHEN NOT isnan(${key}) THEN ${value} END` : value;
}

const NO_ORDER = "Arrays and rows that contain NULL cannot be compared: compare their parts";

/** Writes a result that depends on the order of list items; arrays and rows that contain certain parts cannot be ordered. */
function ordered(
  list: string,
  of: Argument | undefined,
  write: (list: string) => string,
  context: { inTry: boolean },
): string {
  const type = of?.type ?? UNKNOWN;
  if (!itemOf(type).of) return write(list);
  return bindSql([list], (all) => {
    const known = filterSql(all, (item) => `${item} IS NOT NULL`);
    return `CASE WHEN len(${all}) > 1 AND ${hasNullPart(known, type)} THEN ${failSql(NO_ORDER, context)} ELSE ${write(all)} END`;
  });
}

function bodyOf(lambda: Argument | undefined, parameters: string[]): string {
  if (!lambda?.body) throw new Error("A lambda has no body");
  return lambda.body(parameters);
}

/** Writes a list computed from the items at each index of multiple lists; shorter lists are padded with NULL. */
function together(lists: string[], write: (items: string[]) => string): string {
  return bindSql(lists, (...names) => {
    const places = `range(1, greatest(${names.map((name) => `len(${name})`).join(", ")}) + 1)`;
    const joined = eachSql(places, (index) => write(names.map((name) => `${name}[${index}]`)));
    return `CASE WHEN ${names.map((name) => `${name} IS NOT NULL`).join(" AND ")} THEN ${joined} END`;
  });
}

/**
 * Writes the items of a list that are, or are not, in another list. The lists are sorted together to avoid quadratic time.
 */
function within(items: string, others: string, isSought: boolean): string {
  const left = `list_transform(${items}, lambda "__x", "__n": {'k': "__x", 's': 2, 'i': "__n"})`;
  const right = `list_transform(${others}, lambda "__x", "__n": {'k': "__x", 's': 1, 'i': "__n"})`;
  const groups = groupsByKey(`(${left} || ${right})`);
  const kept = filterSql(
    groups,
    (group) => `${isSought ? "" : "NOT "}(${group}[1].s = 1) AND ${group}[len(${group})].s = 2`,
  );
  const closed = filterSql(`flatten(${kept})`, (entry) => `${entry}.s = 2`);
  const ordered = `list_sort(${eachSql(closed, (entry) => `{'i': ${entry}.i, 'k': ${entry}.k}`)})`;
  return eachSql(ordered, (entry) => `${entry}.k`);
}

/** Maximum length of a list sorted by a lambda; each item is compared with all others. */
const MAX_COMPARED = 1_000;

/** Writes the items of a list sorted by a lambda that compares two of them; the sort is stable. */
function sortedBy(list: string, lambda: Argument | undefined, context: { inTry: boolean }): string {
  const wrong = failSql("The lambda of array_sort must return -1, 0 or 1", context);
  const tooMany = failSql(`array_sort with a lambda can sort at most ${MAX_COMPARED} items`, context);
  return bindSql([list], (all) => {
    const places = `range(1, len(${all}) + 1)`;
    const ranked = eachSql(places, (i) => {
      const before = filterSql(places, (j) =>
        bindSql(
          [bodyOf(lambda, [`${all}[${j}]`, `${all}[${i}]`])],
          (order) =>
            `CASE WHEN ${j} = ${i} THEN false WHEN ${order} = -1 THEN true WHEN ${order} IN (0, 1) THEN false ELSE ${wrong} END`,
        ),
      );
      return `{'r': len(${before}), 'i': ${i}}`;
    });
    const sorted = eachSql(`list_sort(${ranked})`, (entry) => `${all}[${entry}.i]`);
    return `CASE WHEN len(${all}) > ${MAX_COMPARED} THEN ${tooMany} WHEN len(${all}) < 2 THEN ${all} ELSE ${sorted} END`;
  });
}

/** Returns the function for the largest or smallest item; NULL if an item is missing, NaN only if all items are NaN. */
function extreme(name: string): ScalarFunction {
  return scalar(1, 1, ([list], [of], context) =>
    ordered(
      `${list}`,
      of,
      (all) =>
        bindSql([all], (a) => {
          const floating = isFloating(itemOf(of?.type ?? UNKNOWN));
          const numbers = floating
            ? bindSql(
                [filterSql(a, (item) => `NOT isnan(${item})`)],
                (known) => `CASE WHEN len(${known}) > 0 THEN ${known} ELSE ${a} END`,
              )
            : a;
          const item = itemOf(of?.type ?? UNKNOWN);
          const keyed = eachSql(a, (x) => `{'k': ${unorderedFirst(x, item)}, 'v': ${x}}`);
          const isKeyed = name === "list_max" && item.of !== undefined && contains(item, isFloating);
          const value = isKeyed ? `(list_max(${keyed})).v` : `${name}(${numbers})`;
          return `CASE WHEN list_position(${a}, NULL) IS NULL THEN ${value} END`;
        }),
      context,
    ),
  );
}

/** Writes the combinations of list items in Trino's order: by their last items, then by the items before those. */
function combine([list]: string[], [, size]: Argument[], context: { inTry: boolean }): string {
  const n = size?.integer ?? -1;
  if (n < 0 || n > MAX_COMBINED)
    return failSql(
      `combinations can return sets of 0 to ${MAX_COMBINED} items, and the size must be a number`,
      context,
    );
  if (n === 0) return `CASE WHEN ${list} IS NOT NULL THEN [list_slice(${list}, 1, 0)] END`;
  return bindSql([`${list}`], (a) => {
    const level = (depth: number, chosen: string[]): string => {
      const name = `"__c${depth}"`;
      const to = depth === n ? `len(${a}) + 1` : `"__c${depth + 1}"`;
      const items = [`${a}[${name}]`, ...chosen];
      const places = `range(${depth}, ${to})`;
      if (depth === 1) return `list_transform(${places}, lambda ${name}: [${items.join(", ")}])`;
      return `flatten(list_transform(${places}, lambda ${name}: ${level(depth - 1, items)}))`;
    };
    const factors = Array.from(
      { length: n },
      (_, index) => `(CAST(len(${a}) AS DOUBLE) - ${index}) / ${index + 1}`,
    );
    const tooMany = failSql(`combinations can return at most ${MAX_COMBINATIONS} sets`, context);
    return `CASE WHEN len(${a}) > ${n} AND ${factors.join(" * ")} > ${MAX_COMBINATIONS} THEN ${tooMany} ELSE ${level(n, [])} END`;
  });
}
