import { bindSql, eachSql, filterSql, parameterSql } from "../types/bindSql.ts";
import { groupsByKey, mapOf, onePerKey } from "../types/listSql.ts";
import { duckdbType, fieldName, isFloating, type Type } from "../types/type.ts";
import { type Argument, aggregate, type FunctionTable, failSql, scalar } from "./functionKinds.ts";

export const MAP_SIGNATURES = `
histogram:T:map(T,bigint)
map:-:map(unknown,unknown)|array(K),array(V):map(K,V)
map_agg:K,V:map(K,V)
map_concat:map(K,V)*:map(K,V)
map_entries:map(K,V):array(row(K,V))
map_filter:map(K,V),fn(K,V,boolean):map(K,V)
map_from_entries:array(row(K,V)):map(K,V)
map_keys:map(K,V):array(K)
map_union:map(K,V):map(K,V)
map_values:map(K,V):array(V)
map_zip_with:map(K,V),map(K,W),fn(K,V,W,R):map(K,R)
multimap_agg:K,V:map(K,array(V))
multimap_from_entries:array(row(K,V)):map(K,array(V))
split_to_map:varchar,varchar,varchar:map(varchar,varchar)
split_to_multimap:varchar,varchar,varchar:map(varchar,array(varchar))
transform_keys:map(K,V),fn(K,V,R):map(R,V)
transform_values:map(K,V),fn(K,V,R):map(K,R)
`;

type Context = { inTry: boolean };

/** Writes the lambda body, given its parameters. */
function bodyOf(lambda: Argument | undefined, ...parameters: string[]): string {
  if (!lambda?.body) throw new Error("A lambda has no body");
  return lambda.body(parameters);
}

/** Adds its index to each list item, so that equal keys stay in list order. */
function numbered(list: string, key: (item: string) => string, value: (item: string) => string): string {
  const entry = parameterSql('"__e"');
  return `list_transform(${list}, lambda "__e", "__n": {'k': ${key(entry)}, 'i': "__n", 'v': ${value(entry)}})`;
}

const entriesOf = (list: string): string =>
  numbered(
    list,
    (e) => `${e}.key`,
    (e) => `${e}.value`,
  );

function ifKnown(values: string[], write: (...names: string[]) => string): string {
  return bindSql(
    values,
    (...names) =>
      `CASE WHEN ${names.map((name) => `${name} IS NOT NULL`).join(" AND ")} THEN ${write(...names)} END`,
  );
}

export const mapFunctions: FunctionTable = {
  histogram: aggregate("histogram", 1, {
    // DuckDB counts NaN as a distinct number.
    nameFor: ([x]) => (isFloating((x as Argument).type) ? "list" : "histogram"),
    finish: (call, [x]) =>
      isFloating((x as Argument).type)
        ? countsOf(call)
        : `CAST(nullif(${call}, MAP {}) AS MAP(${duckdbType((x as Argument).type)}, BIGINT))`,
  }),
  approx_most_frequent: aggregate("histogram", 3, {
    arguments: ([, x]) => [`${x?.sql}`],
    finish: (call, [count, x]) => {
      const type = `MAP(${duckdbType((x as Argument).type)}, BIGINT)`;
      return bindSql([call], (counts) => {
        const entries = `list_sort(${eachSql(`map_entries(${counts})`, (e) => `{'n': -CAST(${e}.value AS BIGINT), 'k': ${e}.key}`)})`;
        const first = bindSql(
          [`list_slice(${entries}, 1, ${count?.sql})`],
          (all) => `map(${eachSql(all, (e) => `${e}.k`)}, ${eachSql(all, (e) => `-${e}.n`)})`,
        );
        return `CASE WHEN cardinality(${counts}) > 0 THEN CAST(${first} AS ${type}) END`;
      });
    },
  }),
  cosine_similarity: scalar(2, 2, ([a, b]) =>
    ifKnown([`${a}`, `${b}`], (m, n) => {
      const hasNull = (map: string): string => `list_position(map_values(${map}), NULL) IS NOT NULL`;
      const norm = (map: string): string =>
        `sqrt(coalesce(list_sum(${eachSql(`map_values(${map})`, (v) => `${v} * ${v}`)}), 0))`;
      const product = `coalesce(list_sum(${eachSql(`map_entries(${m})`, (e) => `coalesce(${n}[${e}.key], 0) * ${e}.value`)}), 0)`;
      return bindSql(
        [`${norm(m)} * ${norm(n)}`],
        (norms) =>
          `CASE WHEN ${hasNull(m)} OR ${hasNull(n)} THEN NULL WHEN ${norms} = 0 THEN CAST('NaN' AS DOUBLE) ELSE ${product} / ${norms} END`,
      );
    }),
  ),
  map: scalar(0, 2, ([keys, values]) =>
    keys === undefined
      ? "map(CAST([] AS INTEGER[]), CAST([] AS INTEGER[]))"
      : ifKnown([keys, `${values}`], (k, v) => `map(${k}, ${v})`),
  ),
  map_agg: aggregate("list", 2, {
    arguments: ([k, v]) => [`{'k': ${k?.sql}, 'v': ${v?.sql}}`],
    finish: (call) => ofKnownKeys(call, (entries) => mapOf(onePerKey(entries, "first"))),
  }),
  map_concat: scalar(2, 127, (maps) =>
    ifKnown(maps, (...names) =>
      mapOf(onePerKey(entriesOf(names.map((name) => `map_entries(${name})`).join(" || ")), "last")),
    ),
  ),
  map_entries: scalar(1, 1, ([map]) =>
    eachSql(`map_entries(${map})`, (e) => `{'field0': ${e}.key, 'field1': ${e}.value}`),
  ),
  map_filter: scalar(2, 2, ([map], [, lambda]) =>
    ifKnown(
      [`${map}`],
      (m) =>
        `map_from_entries(${filterSql(`map_entries(${m})`, (e) => bodyOf(lambda, `${e}.key`, `${e}.value`))})`,
    ),
  ),
  map_from_entries: scalar(1, 1, ([entries], [list], context) =>
    ofEntries(`${entries}`, list, context, (all) => mapOf(all)),
  ),
  map_keys: scalar(1, 1, ([map]) => `map_keys(${map})`),
  map_union: aggregate("list", 1, {
    finish: (call) =>
      bindSql([filterSql(call, (map) => `${map} IS NOT NULL`)], (maps) => {
        const entries = entriesOf(`flatten(${eachSql(maps, (map) => `map_entries(${map})`)})`);
        return `CASE WHEN len(${maps}) > 0 THEN ${mapOf(onePerKey(entries, "first"))} END`;
      }),
  }),
  map_values: scalar(1, 1, ([map]) => `map_values(${map})`),
  map_zip_with: scalar(3, 3, ([a, b], [x, y, lambda]) =>
    ifKnown([`${a}`, `${b}`], (m, n) => {
      const [v, w] = [x, y].map((map) => duckdbType(map?.type.of?.[1] as Type));
      const left = eachSql(
        `map_entries(${m})`,
        (e) => `{'k': ${e}.key, 'i': 1, 'a': ${e}.value, 'b': CAST(NULL AS ${w})}`,
      );
      const right = eachSql(
        `map_entries(${n})`,
        (e) => `{'k': ${e}.key, 'i': 2, 'a': CAST(NULL AS ${v}), 'b': ${e}.value}`,
      );
      return mapOf(
        eachSql(groupsByKey(`${left} || ${right}`), (group) => {
          const [leftValue, other] = [`${group}[1].a`, `${group}[len(${group})].b`];
          return `{'k': ${group}[1].k, 'v': ${bodyOf(lambda, `${group}[1].k`, leftValue, other)}}`;
        }),
      );
    }),
  ),
  multimap_agg: aggregate("list", 2, {
    arguments: ([k, v]) => [`{'k': ${k?.sql}, 'v': ${v?.sql}}`],
    finish: (call) => ofKnownKeys(call, multimap),
  }),
  multimap_from_entries: scalar(1, 1, ([entries], [list], context) =>
    ofEntries(`${entries}`, list, context, multimap),
  ),
  split_to_map: scalar(3, 3, (values, _, context) => splitToMap(values, context, mapOf)),
  split_to_multimap: scalar(3, 3, (values, _, context) => splitToMap(values, context, multimap)),
  transform_keys: scalar(2, 2, ([map], [, lambda]) =>
    ifKnown(
      [`${map}`],
      (m) =>
        `map(${eachSql(`map_entries(${m})`, (e) => bodyOf(lambda, `${e}.key`, `${e}.value`))}, map_values(${m}))`,
    ),
  ),
  transform_values: scalar(2, 2, ([map], [, lambda]) =>
    ifKnown(
      [`${map}`],
      (m) =>
        `map(map_keys(${m}), ${eachSql(`map_entries(${m})`, (e) => bodyOf(lambda, `${e}.key`, `${e}.value`))})`,
    ),
  ),
};

/** Writes a map from each list item to its number of occurrences. */
function countsOf(list: string): string {
  return bindSql([filterSql(list, (item) => `${item} IS NOT NULL`)], (items) => {
    const groups = groupsByKey(
      numbered(
        items,
        (item) => item,
        () => "0",
      ),
    );
    const counts = eachSql(groups, (group) => `{'k': ${group}[1].k, 'v': CAST(len(${group}) AS BIGINT)}`);
    return `CASE WHEN len(${items}) > 0 THEN ${mapOf(counts)} END`;
  });
}

function multimap(entries: string): string {
  const groups = groupsByKey(entries);
  return mapOf(
    eachSql(groups, (group) => `{'k': ${group}[1].k, 'v': ${eachSql(group, (entry) => `${entry}.v`)}}`),
  );
}

/** Writes the map of aggregated entries, omitting entries without a key; NULL if there are none. */
function ofKnownKeys(call: string, write: (entries: string) => string): string {
  return bindSql([filterSql(call, (entry) => `${entry}.k IS NOT NULL`)], (entries) => {
    const all = numbered(
      entries,
      (e) => `${e}.k`,
      (e) => `${e}.v`,
    );
    return `CASE WHEN len(${entries}) > 0 THEN ${write(all)} END`;
  });
}

function ofEntries(
  rows: string,
  list: Argument | undefined,
  context: Context,
  write: (entries: string) => string,
): string {
  const row = list?.type.of?.[0] as Type;
  return ifKnown([rows], (all) => {
    const entries = numbered(
      all,
      (e) => `${e}.${fieldSql(row, 0)}`,
      (e) => `${e}.${fieldSql(row, 1)}`,
    );
    const isBroken = `len(${filterSql(all, (e) => `${e} IS NULL OR ${e}.${fieldSql(row, 0)} IS NULL`)}) > 0`;
    return `CASE WHEN ${isBroken} THEN ${failSql("An entry of a map, and its key, cannot be NULL", context)} ELSE ${write(entries)} END`;
  });
}

function fieldSql(row: Type, index: number): string {
  return `"${fieldName(row, index).replaceAll('"', '""')}"`;
}

function splitToMap(values: string[], context: Context, write: (entries: string) => string): string {
  return ifKnown(values, (text, between, within) => {
    const parts = bindSql(
      [`string_split(${text}, ${between})`],
      (all) => `CASE WHEN ${all}[len(${all})] = '' THEN ${all}[:len(${all}) - 1] ELSE ${all} END`,
    );
    const pairs = eachSql(parts, (part) => `string_split(${part}, ${within})`);
    const isWrong = (all: string): string => `len(${filterSql(all, (pair) => `len(${pair}) <> 2`)}) > 0`;
    const entries = (all: string): string =>
      numbered(
        all,
        (pair) => `${pair}[1]`,
        (pair) => `${pair}[2]`,
      );
    const sentence = "Each entry in the text must contain the key-value delimiter exactly once";
    const wrongDelimiters = `${between} = '' OR ${within} = '' OR ${between} = ${within}`;
    return bindSql(
      [pairs],
      (all) =>
        `CASE WHEN ${wrongDelimiters} THEN ${failSql("The delimiters must differ, and cannot be empty", context)} WHEN ${isWrong(all)} THEN ${failSql(sentence, context)} ELSE ${write(entries(all))} END`,
    );
  });
}
