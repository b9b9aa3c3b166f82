import { expect } from "vitest";
import { expectInvalid, expectSuccess } from "../expectations.ts";
import { freshName, newLoad, newProject, newRound, newTable } from "../given.ts";
import { type Rule, rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";
import { storeTaskRecord, storeTaskTable } from "../stored.ts";
import { create, type Json, materialOf, NOWHERE, newTask, PARAMETERS, withValue } from "../taskBodies.ts";

const SHAPES = "Decisions of 2026-11-26: Shapes";
const DETAILS =
  "`status_details` of train and analyze | null at every time; `progress` says how far they are";
const STABILITY =
  "engineer `status_details` | `beam_stability` (the same number as `population_stability`, which stays)";
const INTERNAL = "`include_internal` | any value but `false`, `0` and an empty one is true";
const ROUND = "`{kind: ROUND, round_id, project_id}` with the project of another round | 422";
const TEXTS = '`idempotency_key: ""` and other optional texts | the same as null, everywhere';
const MODALITY = "`modality` | `{kind: ANTIBODY, numbering_scheme: IMGT|KABAT}`; other unknown fields 422";

async function showsTaskTables(site: Site, query: string): Promise<boolean> {
  const { items } = expectSuccess(await site.get(`/data/table:list?limit=1000&order=DESC${query}`));
  return items.some(({ reference }: { reference: string }) => reference.startsWith("tasks."));
}

function nulls(fields: object): Record<string, null> {
  return Object.fromEntries(Object.keys(fields).map((field) => [field, null]));
}

const COMPATIBLE =
  "With the header `API-Compatibility: strict`, or the setting `API_COMPATIBILITY=strict`, responses represent DATE and TIMESTAMP columns as STRING, and files in TSV, XLSX, FASTA, FASTQ, A3M, STOCKHOLM, CLUSTAL, GENBANK, PDB and MMCIF as CSV. `table:update`, and `table:create` for a view, then accept them in this form.";

const KNOWN_FORM =
  "Strict clients get every text with at most the length in the specification, at most 32 assays and constraints, and every task in one form with all fields: `data` in training runs; generators with `ensemble`, `source` and `allowed_mutations`; a list of sources as a query of their rows; large rows of a request as their snapshot; an assay without a scale as `ADDITIVE`, whatever the data chose; and the first constraint as the objective of designs without one.";
const NO_FORM =
  "Tasks without such a form (`predict/v1`, `CHAINED` generators, the primary objective `TARGET`) and structures are missing in lists for strict clients, and fetching one returns a 409 `not_representable`.";
const STRICT_TEST = "test/functions/strictClient.test.ts";

const DATED = [
  { name: "day", type: "DATE" },
  { name: "at", type: "STRUCT", columns: [{ name: "time", type: "TIMESTAMP" }] },
  { name: "days", type: "ARRAY", item_type: { type: "DATE" } },
];

/** Returns the column types in a response, at any depth. */
function typesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { type } = value as { type?: unknown };
  return [...(typeof type === "string" ? [type] : []), ...Object.values(value).flatMap(typesIn)];
}

const OPENAPI =
  "OpenAPI | no `prefixItems` with `items: false`, no property of type null, no optional boolean `const`; `discriminator` on every tagged union; named schemas for table sources, contexts, pages. `openapi-python-client`, `openapi-generator` (python, typescript-fetch, java) and `openapi-typescript` generate from it unmodified and compile";

interface Described {
  prefixItems?: unknown;
  properties?: Record<string, { type?: unknown; const?: unknown }>;
  required?: string[];
}

/** Returns the features in a document that client generators do not support. */
function unreadable(node: unknown, path: string): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { prefixItems, properties = {}, required = [] } = node as Described;
  const own = Object.entries(properties).flatMap(([name, property]) =>
    property.type === "null" || (typeof property.const === "boolean" && !required.includes(name))
      ? [`${path}.${name}`]
      : [],
  );
  const inner = Object.entries(node)
    .filter(([key]) => !/^examples?$/.test(key))
    .flatMap(([key, value]) => unreadable(value, `${path}.${key}`));
  return [...(prefixItems === undefined ? [] : [path]), ...own, ...inner];
}

interface Union {
  $ref?: string;
  oneOf?: Union[];
  anyOf?: Union[];
  properties?: Record<string, { const?: unknown; enum?: unknown[] }>;
  required?: unknown;
  discriminator?: { propertyName: string; mapping: Record<string, string> };
}

/** Returns the values that a schema's tag may have; for a union, those of all its options. */
function tagValues(schema: Union, tag: string, named: (ref: string) => Union): unknown[] {
  if (schema.$ref !== undefined) return tagValues(named(schema.$ref), tag, named);
  const options = schema.oneOf ?? schema.anyOf ?? [];
  if (options.length > 0) {
    const values = options.map((option) => tagValues(option, tag, named));
    return values.some((one) => one.length === 0) ? [] : values.flat();
  }
  if (!Array.isArray(schema.required) || !schema.required.includes(tag)) return [];
  const { const: only, enum: several = [only] } = schema.properties?.[tag] ?? {};
  return several.filter((value) => typeof value === "string");
}

/** Returns the unions with differently tagged options that do not map each tag to its option. */
function unmapped(node: unknown, path: string, named: (ref: string) => Union): string[] {
  if (typeof node !== "object" || node === null) return [];
  const union = node as Union;
  const tags = ["kind", "type"].map((tag) => [tag, new Set(tagValues(union, tag, named))] as const);
  const [tag, values] = (union.oneOf || union.anyOf ? tags : []).find(([, found]) => found.size > 1) ?? [];
  const { propertyName, mapping = {} } = union.discriminator ?? {};
  const isMapped = [...(values ?? [])].every((value) => {
    const target = mapping[String(value)];
    return target !== undefined && tagValues({ $ref: target }, tag ?? "", named).includes(value);
  });
  const inner = Object.entries(node)
    .filter(([key]) => !/^(examples?|if)$/.test(key))
    .flatMap(([key, value]) => unmapped(value, `${path}.${key}`, named));
  return [...(propertyName === tag && isMapped ? [] : [path]), ...inner];
}

export const shapeRules: readonly Rule[] = [
  rule(SHAPES, DETAILS, "a running training or analysis has no details", async (site) => {
    const status_details = { phase: "SCORER", step: 3, num_steps: 9 };
    for (const type of ["train/v2", "analyze.data/v1", "analyze.data/v2"] as const) {
      const { id } = await storeTaskRecord(site, { type, state: "EXECUTING", status_details });
      const task = expectSuccess(await site.get(`/task:get?id=${id}`));
      expect([task.status_details, task.progress === null]).toEqual([null, false]);
      await site.post(`/task:cancel?id=${id}`);
    }
  }),
  rule(SHAPES, STABILITY, "an engineer task shows its stability under both names", async (site) => {
    const status_details = { step: 4, population_stability: 0.25 };
    const { id } = await storeTaskRecord(site, { type: "engineer/v2", state: "EXECUTING", status_details });
    const task = expectSuccess(await site.get(`/task:get?id=${id}`));
    expect(task.status_details).toEqual({ ...status_details, beam_stability: 0.25 });
    await site.post(`/task:cancel?id=${id}`);
  }),
  rule(SHAPES, INTERNAL, "include_internal accepts any value", async (site) => {
    await storeTaskTable(site);
    for (const value of ["true", "1", "all", "yes", "null"]) {
      expect(await showsTaskTables(site, `&include_internal=${value}`)).toBe(true);
    }
    for (const value of ["false", "False", "0", ""]) {
      expect(await showsTaskTables(site, `&include_internal=${value}`)).toBe(false);
    }
  }),
  rule(SHAPES, ROUND, "a round context may name only the round's project", async (site) => {
    const round = await newRound(site);
    const context = { kind: "ROUND", round_id: round.id, project_id: round.project_id };
    const { id: other } = await newProject(site);
    expect((await newLoad(site, { context })).context).toEqual(context);
    expect((await newTask(site, { context })).context).toEqual(context);
    const wrong = { context: { ...context, project_id: other } };
    const load = await site.post("/data/load:create", { ...wrong, tables: {} });
    const task = await create(site, "analyze.data/v2", PARAMETERS["analyze.data/v2"](NOWHERE), wrong);
    for (const answer of [load, task]) expectInvalid(answer, "body", "context", "project_id");
  }),
  rule(SHAPES, TEXTS, "empty texts of tasks, tables, projects and ids equal null", async (site) => {
    const texts = { display_name: "", description: "", idempotency_key: "" };
    const [first, second] = [await newTask(site, texts), await newTask(site, texts)];
    for (const task of [first, second]) expect(task).toMatchObject(nulls(texts));
    const updated = await site.post(`/task:update?id=${first.id}`, texts);
    expect(expectSuccess(updated)).toMatchObject(nulls(texts));
    const { id, name } = await newProject(site);
    expect(expectSuccess(await site.post(`/project:update?id=${id}`, { name: "" })).name).toBe(name);
    const columns = [{ name: "n", type: "INT64", source_name: "" }];
    await newTable(site, { columns, query: "", description: "" });
    expectSuccess(
      await site.post("/data/table:query", { query: "SELECT 1", project_id: "", version_id: "" }),
    );
  }),
  rule(SHAPES, TEXTS, "empty texts within a task's parameters equal null", async (site) => {
    const parameters = PARAMETERS["diversify/v2"](await materialOf(site));
    const empty = withValue(parameters, ["generator", "alias"], "");
    const task = expectSuccess(await create(site, "diversify/v2", empty));
    await site.post(`/task:cancel?id=${task.id}`);
    expect(task.parameters.generator.alias).toBeNull();
  }),
  rule(SHAPES, MODALITY, "an antibody has a numbering scheme", async (site) => {
    for (const numbering_scheme of ["IMGT", "KABAT"]) {
      const modality = { kind: "ANTIBODY", numbering_scheme };
      expect((await newProject(site, { modality })).modality).toEqual(modality);
    }
  }),
  rule(SHAPES, MODALITY, "other fields of a modality are refused", async (site) => {
    const { id } = await newProject(site);
    for (const modality of [
      { kind: "ENZYME", numbering_scheme: "IMGT" },
      { kind: "ANTIBODY", numbering_scheme: "IMGT", chains: 2 },
    ]) {
      const field = Object.keys(modality).at(-1) ?? "";
      const refused = [
        await site.post("/project:create", { name: freshName("m"), modality }),
        await site.post(`/project:update?id=${id}`, { modality }),
      ];
      for (const answer of refused) expectInvalid(answer, "body", "modality", field);
    }
    const scheme = { kind: "ANTIBODY", numbering_scheme: "CHOTHIA" };
    const answer = await site.post("/project:create", { name: freshName("m"), modality: scheme });
    expectInvalid(answer, "body", "modality", "numbering_scheme");
  }),
  rule(
    "Clients: Responses",
    COMPATIBLE,
    "a strict client sees dates and sheets as known types",
    async (site) => {
      const headers = { "API-Compatibility": "strict" };
      const { id, reference } = await newTable(site, { columns: DATED });
      const path = `/data/table:getById?id=${id}`;
      expect(typesIn(expectSuccess(await site.get(path)).columns)).toContain("TIMESTAMP");
      const shown = expectSuccess(await site.get(path, { headers })).columns;
      expect(typesIn(shown)).toEqual(["STRING", "STRUCT", "STRING", "ARRAY", "STRING"]);
      const tables = { [freshName("t_")]: { columns: DATED, format: "XLSX" } };
      const { id: load } = await newLoad(site, { tables });
      const answer = expectSuccess(await site.get(`/data/load:get?id=${load}`, { headers }));
      expect(Object.values<{ format: string }>(answer.tables).map(({ format }) => format)).toEqual(["CSV"]);
      expect(typesIn(answer.tables)).not.toContain("DATE");
      const day = { ...shown[0], metadata: { description: "the day" } };
      const columns = [day, ...shown.slice(1), { name: "more", type: "INT64" }];
      const update = `/data/table:update?reference=${reference}`;
      expectInvalid(await site.post(update, { columns }), "body", "columns", 0, "type");
      expectSuccess(await site.post(update, { columns }, { headers }));
      expect(expectSuccess(await site.get(path)).columns.slice(0, 3)).toMatchObject(DATED);
    },
  ),
  testedRule(
    "Clients: Responses",
    KNOWN_FORM,
    "a strict client parses everything that the console, the command line and Python create",
    STRICT_TEST,
  ),
  testedRule(
    "Clients: Responses",
    NO_FORM,
    "tasks without a known form are missing in strict lists, and fetching one returns not_representable",
    STRICT_TEST,
  ),
  rule(
    "Clients: Responses",
    COMPATIBLE,
    "a strict client can describe a view's columns as it sees them",
    async (site) => {
      const headers = { "API-Compatibility": "strict" };
      const view = {
        kind: "VIEW",
        query: "SELECT DATE '2026-01-02' AS day, ARRAY[DATE '2026-01-02'] AS days",
      };
      const described = [
        { name: "day", type: "STRING", metadata: { description: "the day" } },
        { name: "days", type: "ARRAY", item_type: { type: "STRING" } },
      ];
      const create = { ...view, reference: freshName("view_"), columns: described };
      expectInvalid(await site.post("/data/table:create", create), "body", "columns", 0, "type");
      const { id } = expectSuccess(await site.post("/data/table:create", create, { headers }));
      const update = `/data/table:update?reference=${create.reference}`;
      expectSuccess(await site.post(update, { kind: "VIEW", columns: described }, { headers }));
      expectSuccess(await site.post(update, { ...view, columns: described }, { headers }));
      expect(expectSuccess(await site.get(`/data/table:getById?id=${id}`)).columns).toMatchObject([
        { type: "DATE", metadata: { description: "the day" } },
        { type: "ARRAY", item_type: { type: "DATE" } },
      ]);
    },
  ),
  rule(SHAPES, OPENAPI, "the document is readable by client generators", async (site) => {
    const document = expectSuccess(await site.platform("GET", "/openapi.json", { token: null }));
    expect(unreadable(document, "")).toEqual([]);
    const { schemas } = document.components;
    for (const [name, tag] of [
      ["Context", "ROUND"],
      ["TaskContext", "PROJECT"],
      ["LoadContext", "PROJECT"],
      ["Modality", "ANTIBODY"],
    ] as const) {
      const { propertyName, mapping } = schemas[name].discriminator;
      const target = schemas[mapping[tag].split("/").at(-1)];
      expect([propertyName, target.properties.kind]).toEqual(["kind", { type: "string", const: tag }]);
    }
    const options: string[] = schemas.TableSource.oneOf.map(({ $ref }: { $ref: string }) => $ref);
    expect(options.every((option) => option.startsWith("#/components/schemas/TableSource"))).toBe(true);
  }),
  rule(SHAPES, OPENAPI, "every page of a list has a schema with the name of its items", async (site) => {
    const { paths, components } = expectSuccess(await site.platform("GET", "/openapi.json", { token: null }));
    const pages = Object.values<Json>(paths).flatMap((path) => {
      const schema = path.get?.responses[200]?.content["application/json"]?.schema;
      const parameters = path.get?.parameters?.map(({ name }: Json) => name) ?? [];
      return parameters.includes("cursor") ? [schema] : [];
    });
    expect(pages.length).toBeGreaterThan(10);
    for (const { $ref } of pages) {
      const name = $ref.split("/").at(-1);
      expect(name).toMatch(/Page$/);
      const { items } = components.schemas[name].properties;
      expect(items.items.$ref).toBe($ref.replace(/Page$/, ""));
    }
  }),
  rule(SHAPES, OPENAPI, "every union whose options have a tag has a discriminator", async (site) => {
    const document = expectSuccess(await site.platform("GET", "/openapi.json", { token: null }));
    const { schemas } = document.components;
    const named = (ref: string): Union => schemas[ref.split("/").at(-1) ?? ""];
    expect(unmapped(document, "", named)).toEqual([]);
    const { required, if: shapes } = schemas.TableSourceSnapshot;
    expect(required).toEqual(["kind"]);
    expect(shapes.oneOf.map((shape: Union) => shape.required)).toEqual([
      ["kind", "id"],
      ["kind", "task_id", "name"],
    ]);
    expect(Object.keys(schemas.Generator.discriminator.mapping)).toHaveLength(6);
  }),
];
