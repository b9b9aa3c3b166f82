import { DomainError, type FieldProblem } from "@pdp/basics/errors";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { operations } from "#functions/operations.ts";
import { parseJson } from "#shared/http/parseJson.ts";
import { parseWith } from "#shared/http/validate.ts";
import { sampled } from "#test/support/byNight.ts";

const bodies = Object.entries(operations).flatMap(([name, { contract }]) => {
  const body = contract.body ?? contract.form;
  return body === undefined ? [] : [{ name, body }];
});

interface Node extends v.GenericSchema {
  entries?: Record<string, Node>;
  item?: Node;
  items?: Node[];
  value?: Node;
  wrapped?: Node;
  options?: Node[];
  getter?: () => Node;
}

/** All lists and records within a schema, with the rules in their pipes. */
function lists(root: v.GenericSchema): { path: string; node: Node }[] {
  const found: { path: string; node: Node }[] = [];
  const seen = new Set<Node>();
  const visit = (node: Node | undefined, path: string): void => {
    if (typeof node !== "object" || node.kind !== "schema" || seen.has(node)) return;
    seen.add(node);
    if (node.type === "array" || node.type === "record") found.push({ path, node });
    if (node.type === "lazy") visit(node.getter?.(), path);
    for (const [key, inner] of Object.entries(node.entries ?? {})) visit(inner, `${path}.${key}`);
    for (const inner of [node.item, node.value, ...(node.items ?? [])]) visit(inner, `${path}[]`);
    for (const inner of [node.wrapped, ...(node.options ?? [])]) visit(inner, path);
  };
  visit(root as Node, "body");
  return found;
}

describe("every list and record in a request", () => {
  const all = bodies.flatMap(({ name, body }) => lists(body).map((list) => ({ name, ...list })));

  it("this test finds lists and records", () => {
    const paths = new Set(all.map(({ path }) => path.replace(/^.*\.(\w+)/, "$1")));
    expect([...paths]).toEqual(
      expect.arrayContaining([
        "columns",
        "tables",
        "assays",
        "sequences",
        "ranges",
        "motifs",
        "requirements",
      ]),
    );
  });

  it("each has a maximum length that is checked before its contents", () => {
    const unbounded = all.filter(({ node }) => {
      let looked = 0;
      const many = Array.from({ length: 100_000 }, (_, index) => index);
      const value =
        node.type === "array" ? many : Object.fromEntries(many.map((index) => [`k${index}`, index]));
      const watched = new Proxy(value, {
        get: (target, key, receiver) => {
          if (typeof key === "string" && /^k?\d+$/.test(key)) looked++;
          return Reflect.get(target, key, receiver);
        },
      });
      return v.safeParse(node, watched, { abortPipeEarly: true }).success || looked > 0;
    });
    expect(unbounded.map(({ name, path }) => `${name} ${path}`)).toEqual([]);
  });
});

/** Problems that cause a body to be refused, if any. */
function problems(schema: v.GenericSchema, value: unknown): readonly FieldProblem[] {
  try {
    parseWith(schema, value, "body");
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect(error.kind).toBe("invalid");
    return error.problems ?? [];
  }
}

function bodyOf(name: string): v.GenericSchema {
  return bodies.find((one) => one.name === name)?.body as v.GenericSchema;
}

describe("a body of 1 MB", () => {
  const many = (unit: string): string =>
    Array.from({ length: Math.floor(1_000_000 / (unit.length + 1)) }, () => unit).join();
  const shapes: Record<string, string> = {
    "empty objects as columns": `{"reference":"a","columns":[${many("{}")}]}`,
    "empty objects as fields of structs": `{"reference":"a","columns":[${many(`{"type":"STRUCT","columns":[${Array.from({ length: 1999 }, () => "{}")}]}`)}]}`,
    "lists in lists": `{"columns":${"[".repeat(499_000)}${"]".repeat(499_000)}}`,
    "objects in objects": `${'{"columns":'.repeat(80_000)}1${"}".repeat(80_000)}`,
    "items in items": `{"reference":"a","columns":[{"name":"a","type":"ARRAY","item_type":${'{"type":"ARRAY","item_type":'.repeat(100)}1${"}".repeat(101)}]}`,
    numbers: `{"columns":[${many("1")}]}`,
    "one long key": `{"${"k".repeat(999_000)}":1}`,
    "many keys": `{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`)}}`,
    "the same key": `{${many('"columns":[]')}}`,
    "tables without anything": `{"tables":{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`)}}}`,
    ranges: `{"parameters":{"generator":{"discourage_mutations":{"ranges":{"monomer":[${many("[0,2]")}]}}}}}`,
    assays: `{"parameters":{"assays":[${many("{}")}]}}`,
    motifs: `{"parameters":{"generator":{"requirements":[{"motifs":[${many('""')}]}]}}}`,
  };

  const DAILY_SHAPES = ["empty objects as columns", "lists in lists", "many keys", "ranges"];

  // Without the limit, some of these bodies took 3 to 16 seconds and then exhausted the stack, because every problem in every
  // item was collected.
  it.each(sampled(Object.keys(shapes), DAILY_SHAPES))(
    "the response to %s has at most 100 problems",
    (shape) => {
      const value = parseJson(shapes[shape] ?? "");
      for (const { body } of bodies) expect(problems(body, value).length).toBeLessThanOrEqual(100);
    },
  );

  it("the error names a list that is too long", () => {
    const value = parseJson(shapes["empty objects as columns"] as string);
    expect(problems(bodyOf("createTable"), value)).toMatchObject([
      { loc: ["body", "columns"], msg: "At most 2000 columns are allowed" },
    ]);
  });

  it("the first 100 invalid items are reported with their positions", () => {
    const columns = Array.from({ length: 2000 }, () => ({ name: "a" }));
    const found = problems(bodyOf("createTable"), { reference: "a", columns });
    expect(found).toHaveLength(100);
    expect(found[99]).toMatchObject({ loc: ["body", "columns", 99, "type"] });
  });
});

describe("names of an object's prototype", () => {
  const config = { columns: [{ name: "a", type: "INT64" }] };

  it("names of prototype properties are valid table names", () => {
    const create = bodyOf("createLoad");
    const context = { kind: "PROJECT", project_id: "153713459200901" };
    const value = parseJson(
      `{"context":${JSON.stringify(context)},"tables":{"constructor":${JSON.stringify(config)}}}`,
    );
    const output = parseWith(create, value, "body") as { tables: Record<string, unknown> };
    expect(Object.keys(output.tables)).toEqual(["constructor"]);
  });
});
