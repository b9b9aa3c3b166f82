import type { JsonSchema } from "#shared/http/openapi/jsonSchema.ts";
import type { ServerAddresses } from "#shared/http/openapi/openapi.ts";

/** Example URLs that no deployment uses. */
export const EXAMPLE_ADDRESSES: ServerAddresses = {
  platform: "https://api.example.org",
  EU: "https://eu.api.example.org",
  US: "https://us.api.example.org",
};

/** Operation as described in a document, with its location. */
export interface DescribedOperation<T> {
  path: string;
  /** In lowercase, as in the document. */
  method: string;
  described: T;
}

const METHODS = ["get", "post", "patch", "delete"];

/** Returns all operations in a document; path items also have other fields, such as `servers`. */
export function describedOperations<T>({ paths }: JsonSchema | { paths: object }): DescribedOperation<T>[] {
  return Object.entries(paths as Record<string, Record<string, T>>).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, described]) => ({ path, method, described })),
  );
}
