import { isId } from "#shared/domain/id.ts";
import { inputOfPath } from "#shared/domain/tasks/sourcePaths.ts";
import { taskReference } from "#shared/domain/tasks/taskReference.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** Thrown for content that has no form in the specification. */
export class NoKnownForm extends Error {}

/** Task whose parameters are shown. */
export interface ShownTask {
  id: string;
  data_snapshots: Readonly<Record<string, string>>;
  data_versions?: Readonly<Record<string, string>>;
}

/**
 * Returns a source of rows in a form that every client knows. A list of sources becomes a query of its inputs, and rows that
 * are too large for the task's record become the snapshot in which SQL reads them.
 */
export function strictSource(task: ShownTask, source: unknown, path: string): unknown {
  if (source === null || source === undefined) return null;
  if (Array.isArray(source)) {
    if (source.length === 1) return strictSource(task, source[0], `${path}.0`);
    const inputs = source.map((_, index) => taskReference(task.id, inputOfPath(`${path}.${index}`)));
    return { kind: "QUERY", query: inputs.map((name) => `SELECT * FROM ${name}`).join(" UNION ALL ") };
  }
  const stated = source as Fields;
  switch (stated.kind) {
    case "LIST":
      return literal(stated.sequences);
    case "LITERAL":
      return "num_rows" in stated ? snapshotOf(task, path) : stated;
    case "TASK_RESULT":
      return { ...stated, table: stated.table ?? stated.name ?? "designs" };
    case "TABLE":
      return withVersionId(task, stated);
    case "QUERY":
    case "SNAPSHOT":
      return stated;
    default:
      throw new NoKnownForm();
  }
}

/** Returns a table source whose version, if it has one, is an id rather than a tag. */
function withVersionId({ data_versions: read = {} }: ShownTask, source: Fields): Fields {
  const { version_id: stated, ...rest } = source;
  if (typeof stated !== "string" || isId(stated)) return source;
  const version = read[String(source.table)];
  return version === undefined ? rest : { ...rest, version_id: version };
}

/** Returns sequences as rows of a request. */
export function literal(sequences: unknown): Fields {
  return { kind: "LITERAL", rows: (sequences as readonly string[]).map((sequence) => ({ sequence })) };
}

/** Returns the snapshot of an input, by the input's name until the task has read it. */
function snapshotOf({ id, data_snapshots: snapshots }: ShownTask, path: string): Fields {
  const snapshot = snapshots[path];
  if (snapshot !== undefined) return { kind: "SNAPSHOT", id: snapshot };
  return { kind: "SNAPSHOT", task_id: id, name: inputOfPath(path) };
}
