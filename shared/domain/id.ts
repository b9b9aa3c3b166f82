import * as v from "valibot";

/** Epoch of ids, in milliseconds since 1970. */
const EPOCH = Date.UTC(2025, 0, 1);
/** Largest id. Ids stay below 2^53, so that clients may send them as JSON numbers. */
const MAX_ID = Number.MAX_SAFE_INTEGER;
const DIGITS = 16;

/** Composes an id from a clock reading (milliseconds since 1970) and 12 random bits. */
export function composeId(milliseconds: number, random: number): string {
  return String((milliseconds - EPOCH) * 4096 + random);
}

/** Returns the clock reading encoded in an id, in timestamp format. */
export function timeOfId(id: string): string {
  return new Date(EPOCH + Math.floor(Number(id) / 4096)).toISOString();
}

/** Returns the largest possible id for a clock reading (milliseconds since 1970); "0" for a reading before the id epoch. */
export function lastIdAt(milliseconds: number): string {
  return String(Math.min(MAX_ID, Math.max(0, (Math.floor(milliseconds) - EPOCH + 1) * 4096 - 1)));
}

/** Returns the sort key of an id: ids are ordered as numbers, keys as text. */
export function sortableId(id: string): string {
  return id.padStart(DIGITS, "0");
}

/** Returns the newer of two ids. */
export function laterId(a: string, b: string): string {
  return Number(a) > Number(b) ? a : b;
}

export function nextId(id: string): string {
  return String(Number(id) + 1);
}

export function previousId(id: string): string {
  return String(Number(id) - 1);
}

export function isId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && Number(text) <= MAX_ID;
}

/** Ids in a request. An id of 2^53 or above is unknown, like any other unassigned id. */
export const REQUESTED_ID = /^[1-9][0-9]{0,39}$/;
const MESSAGE = "Input should be an id: a positive integer as a string or number";

/** Schema of an id in requests: a string of digits or a JSON number. */
function idOf(what: string, example: string) {
  return v.pipe(
    v.union([v.string(), v.number()], MESSAGE),
    v.metadata({
      jsonSchema: {
        type: "string",
        format: "int64",
        pattern: REQUESTED_ID.source,
        description: `Id of ${what}; a JSON number is also accepted`,
        examples: [example],
      },
    }),
    v.transform(String),
    v.check((id) => REQUESTED_ID.test(id), MESSAGE),
  );
}

/** Ids of the resources shared by all examples in the API document. */
export const EXAMPLE_ID = {
  workspace: "140614041600017",
  project: "150545203201201",
  round: "150547906560402",
  load: "153090048002210",
  rawFile: "153090334720077",
  file: "153090416643105",
  table: "153090785280911",
  version: "153090793472640",
  earlierVersion: "151678197330017",
  view: "153383731200058",
  picture: "141012172800066",
  task: "153711820801733",
  report: "153713459200904",
  sampler: "153713459200901",
  scorer: "153713459200902",
  structure: "153711601123905",
  snapshot: "153711905472512",
  query: "153712003840516",
  erasure: "154102387490816",
  order: "153720114209032",
  export: "154102400000001",
  import: "154102500000002",
} as const;

export const WorkspaceId = idOf("a workspace", EXAMPLE_ID.workspace);
export const ProjectId = idOf("a project", EXAMPLE_ID.project);
export const RoundId = idOf("a round", EXAMPLE_ID.round);
export const LoadId = idOf("a data load", EXAMPLE_ID.load);
export const FileId = idOf("an uploaded file", EXAMPLE_ID.file);
export const TableId = idOf("a table or a view", EXAMPLE_ID.table);
export const SnapshotId = idOf("a snapshot", EXAMPLE_ID.snapshot);
export const TaskId = idOf("a task", EXAMPLE_ID.task);
export const ArtifactId = idOf("an artifact", EXAMPLE_ID.report);
export const SamplerId = idOf("a sampler: an artifact", EXAMPLE_ID.sampler);
export const ScorerId = idOf("a scorer: an artifact", EXAMPLE_ID.scorer);
export const StructureId = idOf("a structure: an artifact", EXAMPLE_ID.structure);
export const QueryId = idOf("a query", EXAMPLE_ID.query);
export const ErasureId = idOf("an erasure", EXAMPLE_ID.erasure);
export const OrderId = idOf("an order", EXAMPLE_ID.order);
export const ExportId = idOf("an export", EXAMPLE_ID.export);
export const ImportId = idOf("an import", EXAMPLE_ID.import);

/** Schema of an id in responses. */
export const IdString = v.pipe(
  v.string(),
  v.metadata({ jsonSchema: { type: "string", format: "int64", examples: [EXAMPLE_ID.project] } }),
);
