import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { parseConfig } from "#infra/config.ts";
import { functionEnvironment } from "#infra/constructs/functionEnvironment.ts";
import { ownRoleStatements, tenantStatements } from "#infra/constructs/permissions/grants.ts";
import type { Contract } from "#shared/http/operations/contract.ts";
import { exampleContext } from "./synthesized.ts";

const config = parseConfig(exampleContext({}));
const open = { summary: "", method: "GET", path: "/x", tag: "x", response: v.string() } as const;

describe("a grant on one workspace", () => {
  test.each([
    "table:read",
    "table:write",
    "lease:write",
    "audit:write",
    "lake:read",
    "lake:write",
    "results",
    "sql",
    "sql:drop",
  ] as const)(
    "an operation that serves no workspace gets no grant, and the error names the operation and what to add: %s",
    (grant) => {
      const listed = { location: "platform", needs: [grant], audience: "staff" } as const;
      const refusal =
        /^platform-listThings needs [a-z:]+,.* add "regions:read" or "regions:write" to its needs\.$/;
      expect(() => ownRoleStatements(config, listed, "platform-listThings")).toThrow(refusal);
      expect(tenantStatements(config, "EU", [grant])).not.toEqual([]);
    },
  );

  test("the type check refuses a workspace grant for an operation without members", () => {
    const contract: Contract<"staff"> = {
      ...open,
      audience: "staff",
      // @ts-expect-error: records of one workspace, for an operation of none
      needs: ["table:read"],
    };
    const ofMember: Contract<"member"> = { ...open, audience: "member", needs: ["table:read"] };
    expect(contract.needs).toEqual(ofMember.needs);
  });
});

test("every function that runs a job may acquire its workspace's slots for the job", async () => {
  const folder = resolve(import.meta.dirname, "../../../functions");
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".ts"));
  const texts = await Promise.all(
    files.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const),
  );
  const running = texts.filter(([, text]) => text.includes("runJob("));
  expect(running.length).toBeGreaterThan(5);
  // "table:write" includes the items of the slots.
  const lacking = running.filter(([, text]) => !/"(?:lease|table):write"/.test(text)).map(([name]) => name);
  expect(lacking).toEqual([]);
});

describe("deployments with a workspace claim", () => {
  const claiming = exampleContext({});
  Object.assign(claiming.idp as object, { workspaceClaim: "workspace_id" });
  const named = parseConfig(claiming);
  const access = { location: "platform", needs: [], audience: "user" } as const;

  test("every function with a token reads the claim and may look up its workspace", () => {
    expect(functionEnvironment(named, "getMe", access).TOKEN_WORKSPACE_CLAIM).toBe("workspace_id");
    const keysOf = (config: typeof named) =>
      ownRoleStatements(config, access, "platform-getMe").map((statement) =>
        JSON.stringify(statement.toStatementJson()),
      );
    const looksUp = (texts: string[]) => texts.some((text) => text.includes('"WORKSPACE"'));
    expect(looksUp(keysOf(named))).toBe(true);
    expect(looksUp(keysOf(config))).toBe(false);
  });
});
