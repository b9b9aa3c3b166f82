import { describe, expect, it } from "vitest";
import { operations } from "#functions/operations.ts";
import { Router } from "#shared/http/gateway/router.ts";
import { routesOf } from "#shared/http/openapi/openapi.ts";

const router = new Router(Object.values(operations));

describe("the router", () => {
  it("every operation is found under each of its routes", () => {
    for (const operation of Object.values(operations)) {
      for (const { method, path } of routesOf(operation.contract)) {
        const found = router.find(method, path.replace("{workspace}", "lab"));
        expect("operation" in found && found.operation).toBe(operation);
        if (path.includes("{workspace}")) expect(found).toMatchObject({ parameters: { workspace: "lab" } });
      }
    }
  });

  it("the methods of a path are listed", () => {
    expect(router.find("DELETE", "/v2/workspace/lab/data/load:list")).toEqual({
      allowed: ["POST", "GET", "HEAD"],
    });
  });

  it("unknown paths are not found", () => {
    for (const path of [
      "/",
      "/v2/workspace//project:list",
      "/v2/workspace/a/b/project:list",
      "/v2/workspaceXcreate",
    ]) {
      expect(router.find("GET", path)).toEqual({ allowed: [] });
    }
  });
});
