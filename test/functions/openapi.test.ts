import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { operations } from "#functions/operations.ts";
import { routesOf } from "#shared/api/openapi.ts";
import { request } from "../support/http.ts";
import { sharedPlatform } from "../support/lab.ts";

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1, by somebody else's validator", async () => {
    const { body } = await request("GET", `${sharedPlatform().platformUrl}/openapi.json`);
    const result = await new Validator().validate(body);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(body.openapi).toBe("3.1.0");
  });

  it("describes every operation, and marks the internal ones", async () => {
    const { body } = await request("GET", `${sharedPlatform().platformUrl}/openapi.json`);
    for (const { contract } of Object.values(operations)) {
      for (const { method, path } of routesOf(contract)) {
        const described = body.paths[path]?.[method.toLowerCase()];
        expect(described?.summary).toBe(contract.summary);
        expect(described["x-internal"]).toBe(contract.internal);
      }
    }
  });

  it("refers only to what it has", async () => {
    const { body } = await request("GET", `${sharedPlatform().platformUrl}/openapi.json`);
    const references = [...JSON.stringify(body).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(50);
    for (const [, name] of references) expect(Object.keys(body.components.schemas)).toContain(name);
  });
});
