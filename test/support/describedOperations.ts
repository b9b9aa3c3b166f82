import type { JsonSchema } from "#shared/api/jsonSchema.ts";
import type { ServerAddresses } from "#shared/api/openapi.ts";

/** Addresses for documents that no deployment serves. */
export const EXAMPLE_ADDRESSES: ServerAddresses = {
  platform: "https://api.example.org",
  EU: "https://eu.api.example.org",
  US: "https://us.api.example.org",
};

/** One operation as a document describes it, with its place. */
export interface DescribedOperation<T> {
  path: string;
  /** In lower case, as in the document. */
  method: string;
  described: T;
}

const METHODS = ["get", "post", "patch", "delete"];

/** Returns all operations of a document; path items also have other fields, such as `servers`. */
export function describedOperations<T>({ paths }: JsonSchema | { paths: object }): DescribedOperation<T>[] {
  return Object.entries(paths as Record<string, Record<string, T>>).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, described]) => ({ path, method, described })),
  );
}
