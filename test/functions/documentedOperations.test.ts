import { expect, it } from "vitest";
import { documentation } from "#functions/documentation.ts";
import { operations } from "#functions/operations.ts";
import { openApiDocument } from "#shared/http/openapi/openapi.ts";
import { describedOperations, EXAMPLE_ADDRESSES } from "../support/describedOperations.ts";

it("every operation with authentication documents its denials", () => {
  const { paths } = openApiDocument({ ...operations, ...documentation }, EXAMPLE_ADDRESSES);
  for (const { contract } of Object.values(operations)) {
    if (contract.audience === "open") continue;
    const described = (paths as Record<string, Record<string, { responses: object }>>)[contract.path];
    expect(Object.keys(described?.[contract.method.toLowerCase()]?.responses ?? {})).toEqual(
      expect.arrayContaining(["401", "403"]),
    );
  }
});

it("every path parameter is documented, including those of additional paths", () => {
  const document = openApiDocument({ ...operations, ...documentation }, EXAMPLE_ADDRESSES);
  for (const { path, described } of describedOperations<{ parameters: Named[] }>(document)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const inPath = described.parameters.filter((parameter) => parameter.in === "path");
    expect(inPath.map(({ name }) => name)).toEqual(names);
  }
});

interface Named {
  name: string;
  in: string;
}
