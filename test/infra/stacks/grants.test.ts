import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { parseConfig } from "#infra/config.ts";
import { ownStatements, tenantStatements } from "#infra/constructs/permissions/grants.ts";
import type { Contract } from "#shared/api/contract.ts";
import { exampleContext } from "./synthesized.ts";

const config = parseConfig(exampleContext({}));
const open = { summary: "", method: "GET", path: "/x", tag: "x", response: v.string() } as const;

describe("a grant on one workspace", () => {
  test.each([
    "table:read",
    "table:write",
    "lease:write",
    "lake:read",
    "lake:write",
    "sql",
    "sql:drop",
  ] as const)(
    "is refused to an operation that works for none, with its name and what to add: %s",
    (grant) => {
      const listed = { place: "platform", needs: [grant], audience: "staff" } as const;
      const refusal =
        /^platform-listThings needs [a-z:]+,.* add "regions:read" or "regions:write" to its needs\.$/;
      expect(() => ownStatements(config, listed, "platform-listThings")).toThrow(refusal);
      expect(tenantStatements(config, "EU", [grant])).not.toEqual([]);
    },
  );

  test("is refused by the type check already, in the contract", () => {
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
