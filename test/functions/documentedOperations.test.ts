import { expect, it } from "vitest";
import { documentation } from "#functions/documentation.ts";
import { operations } from "#functions/operations.ts";
import { openApiDocument } from "#shared/api/openapi.ts";

it("every operation that needs a token documents that it may be denied", () => {
  const { paths } = openApiDocument({ ...operations, ...documentation }, "http://127.0.0.1");
  for (const { contract } of Object.values(operations)) {
    if (contract.audience === "open") continue;
    const described = (paths as Record<string, Record<string, { responses: object }>>)[contract.path];
    expect(Object.keys(described?.[contract.method.toLowerCase()]?.responses ?? {})).toEqual(
      expect.arrayContaining(["401", "403"]),
    );
  }
});

it("every parameter of a path is described, also of further paths of an operation", () => {
  const { paths } = openApiDocument({ ...operations, ...documentation }, "http://127.0.0.1");
  for (const [path, item] of Object.entries(
    paths as Record<string, Record<string, { parameters: Named[] }>>,
  )) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters } of Object.values(item)) {
      const described = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
      expect(described).toEqual(names);
    }
  }
});

interface Named {
  name: string;
  in: string;
}
