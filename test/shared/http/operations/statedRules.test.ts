import { SequenceFromInput, sequenceRule } from "@pdp/formats/proteins";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import * as v from "valibot";
import { expect, it } from "vitest";
import { operations } from "#functions/operations.ts";
import { type ColumnsInput, columnsFrom } from "#shared/domain/columns/columnsInput.ts";
import { openApiDocument } from "#shared/http/openapi/openapi.ts";
import type { Operation } from "#shared/http/operations/operation.ts";
import { validate } from "#shared/http/validate.ts";
import { EXAMPLE_ADDRESSES } from "../../../support/describedOperations.ts";

type Name = keyof typeof operations;
// biome-ignore lint/suspicious/noExplicitAny: parts of the document are read by their names
type Json = any;

const document: Json = openApiDocument(operations, EXAMPLE_ADDRESSES);
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(document, "document");

function described(name: Name): Json {
  const methods = Object.values<Json>(document.paths).flatMap((item) => Object.values<Json>(item));
  return methods.find(({ operationId }) => operationId === name);
}

const content = (name: Name): Json => Object.values<Json>(described(name).requestBody.content)[0];

/** Returns whether a value is valid according to the document; an independent check of what the service accepts. */
function fits(schema: Json, value: unknown): boolean {
  return ajv.validate(
    JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')),
    value,
  );
}

function isAccepted(name: Name, event: { body?: Json; queryStringParameters?: object }): boolean {
  const { query, body } = (operations[name] as Operation).contract;
  const checked = { queryStringParameters: null, repeatedParameters: [], body: undefined, ...event };
  try {
    validate(event.body ? undefined : query, event.body ? body : undefined).before?.({
      event: checked,
    } as Json);
    return true;
  } catch {
    return false;
  }
}

const MONOMER = "MKVLA";
const SOURCE = { kind: "TABLE", table: "variants" };
const columns: ColumnsInput = [{ name: "mutant", type: "STRING" }];

/** Returns the example of an operation with different values at a path. */
function withValue(example: Json, path: string, value: unknown): Json {
  const [key = "", ...rest] = path.split(".");
  const inner = rest.length === 0 ? value : withValue(example?.[key], rest.join("."), value);
  return { ...example, [key]: inner };
}

const REFERENCES: [reference: object, isValid: boolean][] = [
  [{ monomer: MONOMER }, true],
  [{ monomer: MONOMER, first_position: 24, positions: null }, true],
  [{ monomer: MONOMER, positions: [1, 2, 3, 4, 6] }, true],
  [{ project_reference: "wild-type", first_position: null }, true],
  [{ monomer: MONOMER, project_reference: "" }, true],
  [{}, false],
  [{ project_reference: null }, false],
  [{ project_reference: "" }, false],
  [{ project_reference: "wild type" }, false],
  [{ monomer: MONOMER, first_position: 1, positions: [1, 2, 3, 4, 5] }, false],
  [{ project_reference: "wild-type", first_position: 24 }, false],
];

const CASES: [name: Name, path: string, value: unknown, isValid: boolean][] = [
  ...REFERENCES.flatMap(([reference, isValid]): [Name, string, unknown, boolean][] => [
    ["createAnalyzeDataV2", "parameters.reference", reference, isValid],
    ["createTrain", "parameters", { dataset: SOURCE, assays: [{ assay_id: "tm" }], reference }, isValid],
  ]),
  ["createTrain", "parameters.data", { kind: "MONOMER", homologs: null }, false],
  ["createAnalyzeDataV2", "parameters.dataset.sequence_column", "", true],
  ["createAnalyzeDataV2", "parameters.datasets", [], false],
  ["createSelect", "parameters.ranker.hit_redundancies", 3, false],
  ["createPredict", "parameters.template", { monomer: MONOMER }, false],
  ["createPredict", "parameters.assemblies", null, false],
  ["createProject", "modality", { kind: "ENZYME" }, true],
  ["createProject", "modality", { kind: "ENZYME", scheme: "IMGT" }, false],
  ["setReferences", "references", [{ name: "a", monomer: "M", first_position: 1, positions: [1] }], false],
];

it.each(CASES)(
  "the document and the service agree on whether %s with %s = %j is valid",
  (name, path, value, isValid) => {
    const { schema, example } = content(name);
    const body = withValue(example, path, value);
    expect([fits(schema, body), isAccepted(name, { body })]).toEqual([isValid, isValid]);
  },
);

it.each([
  [{ monomer: MONOMER, fasta: "" }, true],
  [{ monomer: MONOMER, column: "mutant" }, false],
  [{ fasta: null }, false],
])(
  "the document and the service agree on the form of a load's mutation reference %j",
  (reference, isValid) => {
    const { schema, example } = content("createLoad");
    const rule = { mutations: "mutant", reference };
    const tables = { codes: { columns, format: "CSV", sequence_from: rule } };
    expect(fits(schema, { ...example, tables })).toBe(isValid);
    const parsed = v.parse(SequenceFromInput, rule);
    const read = () => sequenceRule(parsed, columnsFrom(columns, []), []);
    if (isValid) expect(read().reference).toEqual({ monomer: MONOMER });
    else expect(read).toThrow("Specify exactly one of monomer, fasta");
  },
);

it.each(["previewFile", "previewData"] as const)("%s has parameters that fit in a URL", (name) => {
  const parameters: Json[] = described(name).parameters.filter((one: Json) => one.in === "query");
  /** The longest values, consisting of the characters that use the most bytes in a URL. */
  const longest: Record<string, string> = {
    sheet: "😀".repeat(128),
    missing_values: "😀".repeat(150),
    reference: "~ ".repeat(1_500),
    positions: "-99999 , ".repeat(55).slice(0, 493),
  };
  const query: Record<string, string> = { id: "17", file_id: "18", ...longest };
  const values = parameters.filter((one) => one.name in longest);
  expect(values).toHaveLength(Object.keys(longest).length);
  for (const { name: field, schema } of values) {
    expect(fits(schema, longest[field]), field).toBe(true);
    expect(fits(schema, `${longest[field]}${longest[field]}`), field).toBe(false);
  }
  expect(isAccepted(name, { queryStringParameters: query })).toBe(true);
  expect(new URLSearchParams(query).toString().length).toBeLessThan(14_000);
});

it("a preview treats an empty sheet name as absent and rejects a reference with non-ASCII characters", () => {
  const query = { id: "17", file_id: "18" };
  expect(isAccepted("previewFile", { queryStringParameters: { ...query, sheet: "" } })).toBe(true);
  expect(isAccepted("previewFile", { queryStringParameters: { ...query, reference: ">β\nMKV" } })).toBe(
    false,
  );
});
