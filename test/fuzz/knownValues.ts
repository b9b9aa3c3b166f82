/** Number of newest values kept for each kind. */
const MAX_VALUES = 24;
export const MAX_PICK = 1000;

/** Fields that name the same kind of resource. */
const KINDS: Record<string, string> = {
  table: "reference",
  workspace: "workspace name",
  table_ref: "reference",
  table_reference: "reference",
  new_reference: "reference",
  created_by: "user",
};

/**
 * Values that exist on the platform, by kind; a field's name determines the kind that it can refer to. They are collected from
 * all responses, so that new operations can use the IDs returned by other new operations.
 */
export class KnownValues {
  readonly #values = new Map<string, string[]>();
  /** What `id` and `cursor` currently refer to: the kind of the called operation. */
  readonly #place: string;

  constructor(place = "", values = new Map<string, string[]>()) {
    this.#place = place;
    this.#values = values;
  }

  /** Returns the known values from the perspective of the operation at this path. */
  at(path: string): KnownValues {
    return new KnownValues(resourceKindOf(path), this.#values);
  }

  add(kind: string, value: string): void {
    const values = (this.#values.get(kind) ?? []).filter((other) => other !== value);
    this.#values.set(kind, [value, ...values].slice(0, MAX_VALUES));
  }

  remove(kind: string, value: string): void {
    const values = this.#values.get(kind) ?? [];
    this.#values.set(
      kind,
      values.filter((other) => other !== value),
    );
  }

  /**
   * Returns a value that the field could have, usually one of the newest. `pick` is below MAX_PICK; one in seven picks returns
   * an ID of another kind.
   */
  value(field: string, pick: number): string | undefined {
    const kind = this.#kindOf(field);
    const all = pick % 7 === 3 && /(^|_)id$/.test(field) ? this.#ids() : (this.#values.get(kind) ?? []);
    const value = all[Math.floor((pick / MAX_PICK) ** 2 * all.length)];
    return value?.replace(/\{(\w+)\}/g, (_, name: string) => this.value(name, pick) ?? "5");
  }

  /** Extracts IDs, references and cursors from a response. */
  learn(answer: unknown, inside = this.#place): void {
    if (Array.isArray(answer)) {
      for (const item of answer.slice(0, MAX_VALUES)) this.learn(item, inside);
    } else if (typeof answer === "object" && answer !== null) {
      for (const [key, value] of Object.entries(answer)) this.#learnField(key, value, inside);
    }
  }

  #learnField(key: string, value: unknown, inside: string): void {
    if (typeof value === "string") {
      if (key === "id") this.add(inside, value);
      else if (["reference", "cursor", "created_by"].includes(key) || key.endsWith("_id"))
        this.add(this.#kindOf(key), value);
      else if (URL.canParse(value))
        for (const [name, part] of new URL(value).searchParams) this.add(this.#kindOf(name), part);
    } else if (typeof value === "object" && value !== null) {
      if (key === "tables" && !Array.isArray(value))
        for (const reference of Object.keys(value)) this.add("reference", reference);
      this.learn(value, Array.isArray(value) && key !== "items" ? key.replace(/s$/, "") : inside);
    }
  }

  #ids(): string[] {
    return [...this.#values].flatMap(([, values]) =>
      values.filter((value) => /^\d+$/.test(value)).slice(0, 2),
    );
  }

  #kindOf(field: string): string {
    if (field === "id") return this.#place;
    if (field === "cursor" || field === "name") return `${field} of ${this.#place}`;
    return KINDS[field] ?? /(?:^|_)([a-z]+)_id$/.exec(field)?.[1] ?? field;
  }
}

/** Returns the resource kind of an operation: `project` for `…/project:get`, `task` for `…/task/engineer/v2:create`. */
export function resourceKindOf(path: string): string {
  const segments = path
    .replace(/^\/v2\/workspace\/\{workspace\}/, "")
    .split(/[/:]/)
    .filter((segment) => !["", "v2", "data"].includes(segment));
  return segments[0] ?? "";
}
