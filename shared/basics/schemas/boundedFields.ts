import * as v from "valibot";
import { formatCount } from "../wording/wording.ts";

/** Maximum number of problems collected for one list; no response reports more. */
const MAX_ISSUES = 100;

type Dataset = v.OutputDataset<unknown, v.BaseIssue<unknown>>;
type Config = v.Config<v.BaseIssue<unknown>>;

/**
 * Schema of an array of at most `max` items. The length is checked before the items, and checking stops after `MAX_ISSUES`
 * problems: a body may contain hundreds of thousands of items, and a problem uses more memory than an item.
 */
export function boundedArray<const S extends v.GenericSchema>(
  item: S,
  max: number,
  message = `At most ${formatCount(max, "item")} are allowed`,
) {
  const array = v.array(item);
  const bounded: typeof array = {
    ...array,
    "~run"(dataset, config) {
      const { value } = dataset;
      if (!Array.isArray(value)) return array["~run"](dataset, config);
      // The next rule in the pipe reports this.
      if (value.length > max) return acceptUnchecked(dataset) as ReturnType<(typeof array)["~run"]>;
      return runItems(item, value, config) as ReturnType<(typeof array)["~run"]>;
    },
  };
  return v.pipe(bounded, v.maxLength(max, message));
}

function runItems(item: v.GenericSchema, input: readonly unknown[], config: Config): Dataset {
  const output: unknown[] = [];
  const issues: v.BaseIssue<unknown>[] = [];
  let typed = true;
  for (const [key, value] of input.entries()) {
    const result = item["~run"]({ value }, config);
    for (const issue of result.issues ?? []) {
      const step: v.ArrayPathItem = { type: "array", origin: "value", input: input as unknown[], key, value };
      issues.push({ ...issue, path: [step, ...(issue.path ?? [])] });
    }
    typed &&= result.typed;
    output.push(result.value);
    if (issues.length < MAX_ISSUES) continue;
    typed = false;
    break;
  }
  return { typed, value: output, ...(issues.length > 0 && { issues }) } as Dataset;
}

/** Schema of a record with at most `max` entries; the entry count is checked before the values. */
export function boundedRecord<
  const K extends v.GenericSchema<string, string>,
  const S extends v.GenericSchema,
>(key: K, value: S, max: number, message: string) {
  const record = v.record(key, value);
  const bounded: typeof record = {
    ...record,
    "~run"(dataset, config) {
      const given = dataset.value;
      if (typeof given !== "object" || given === null || Array.isArray(given))
        return record["~run"](dataset, config);
      if (countOf(given) > max) return acceptUnchecked(dataset) as ReturnType<(typeof record)["~run"]>;
      return runEntries(key, value, given, config) as ReturnType<(typeof record)["~run"]>;
    },
  };
  const check = v.check<v.InferOutput<typeof record>, string>((entries) => countOf(entries) <= max, message);
  return v.pipe(bounded, check);
}

/** Validates the entries without the library, which skips names such as `constructor` that are valid here. */
function runEntries(key: v.GenericSchema, value: v.GenericSchema, given: object, config: Config): Dataset {
  const output: [string, unknown][] = [];
  const issues: v.BaseIssue<unknown>[] = [];
  let typed = true;
  for (const [name, inner] of Object.entries(given)) {
    const step: v.ObjectPathItem = {
      type: "object",
      origin: "value",
      input: given as Record<string, unknown>,
      key: name,
      value: inner,
    };
    const [named, read] = [key["~run"]({ value: name }, config), value["~run"]({ value: inner }, config)];
    for (const issue of named.issues ?? []) issues.push({ ...issue, path: [{ ...step, origin: "key" }] });
    for (const issue of read.issues ?? []) issues.push({ ...issue, path: [step, ...(issue.path ?? [])] });
    typed &&= named.typed && read.typed;
    output.push([named.value as string, read.value]);
    if (issues.length < MAX_ISSUES) continue;
    typed = false;
    break;
  }
  const entries = Object.fromEntries(output);
  return { typed, value: entries, ...(issues.length > 0 && { issues }) } as Dataset;
}

function acceptUnchecked({ value }: v.UnknownDataset): Dataset {
  return { typed: true, value } as Dataset;
}

function countOf(value: object): number {
  return Object.keys(value).length;
}
