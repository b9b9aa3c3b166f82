import * as v from "valibot";
import { MAX_PAGE_SIZE, Order } from "#shared/domain/page.ts";
import { MAX_WAIT_SECONDS } from "#shared/runtime/lookUntil.ts";

/** Schemas of query parameters: they parse text and provide the JSON Schema for the OpenAPI document. */

export const QueryBoolean = v.pipe(
  v.optional(v.string(), "false"),
  v.metadata({ jsonSchema: { type: "boolean", default: false } }),
  v.check((text) => /^(true|false|1|0|)$/i.test(text), "Input should be true or false"),
  v.transform((text) => /^(true|1)$/i.test(text)),
);

/** Schema of a flag that accepts any value: all values mean true except an empty one, `false` and `0`. */
export const QueryAny = v.pipe(
  v.optional(v.string(), "false"),
  v.metadata({ jsonSchema: { type: ["boolean", "string"], default: false } }),
  v.transform((text) => !/^(false|0|)$/i.test(text)),
);

/** Returns the schema of an integer from 0 to a maximum. */
export function queryInteger(schema: { maximum: number; default: number; description: string }) {
  return v.pipe(
    v.optional(v.string(), String(schema.default)),
    v.metadata({ jsonSchema: { type: "integer", minimum: 0, ...schema } }),
    v.check(
      (text) => /^\d{1,9}$/.test(text) && Number(text) <= schema.maximum,
      `Input should be an integer from 0 to ${schema.maximum}`,
    ),
    v.transform(Number),
  );
}

/** Returns the schema of the parameter `wait_seconds` of an operation that reads work in progress, such as "the task". */
export function waitSeconds(work: string) {
  return queryInteger({
    maximum: MAX_WAIT_SECONDS,
    default: 0,
    description: `Maximum time to wait for ${work} to finish, in seconds`,
  });
}

export const QueryLimit = queryInteger({
  maximum: MAX_PAGE_SIZE,
  default: 100,
  description: "Maximum items per page. A page may hold fewer; follow `cursor` until it is null",
});

const CURSOR = "WyJxMFMyY1Y1bUIxeFR6WTdrIiwiMDE1MDU0NTIwMzIwMTIwMSJd";

const QueryCursor = v.pipe(
  v.optional(v.string(), ""),
  v.metadata({
    jsonSchema: {
      type: "string",
      description: "Cursor of the previous page. Omit it for the first page",
      examples: [CURSOR],
    },
  }),
  v.transform((text) => (text === "" ? null : text)),
);

/**
 * Returns the schema of a list filter by type or state. Any string is valid: a value not in `values` matches nothing.
 */
export function queryFilter(values: readonly string[]) {
  return v.pipe(
    v.optional(v.nullable(v.string()), null),
    v.description(
      `${values.map((value) => `\`${value}\``).join(", ")}; any other value returns an empty page`,
    ),
    v.examples([values[0] ?? ""]),
  );
}

/** Query parameters of every list operation. */
export const pageQuery = {
  limit: QueryLimit,
  cursor: QueryCursor,
  order: v.pipe(v.optional(Order, "ASC"), v.description("Order by id, which is creation order")),
};

/** Returns the schema of a page of items, the response of every list operation. */
export function pageOf<const S extends v.GenericSchema>(item: S) {
  return v.object({
    items: v.array(item),
    cursor: v.pipe(
      v.nullable(v.string()),
      v.description("Cursor of the next page; null on the last page"),
      v.examples([CURSOR]),
    ),
  });
}
