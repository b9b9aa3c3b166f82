import { beforeAll, describe, expect, it } from "vitest";
import { WILDCARDS } from "#infra/constructs/acknowledge.ts";
import { tenantGrants } from "#infra/constructs/permissions/grants.ts";
import { leadingKeys } from "#infra/constructs/permissions/leadingKeys.ts";
import { tenantRoleName } from "#infra/constructs/permissions/tenantRoles.ts";
import { isLargeUpload, operationsOf, stepsOf } from "#infra/constructs/placedFunctions.ts";
import { LOCATIONS, names, roleArn } from "#infra/names.ts";
import type { Key } from "#shared/store/dynamodb/keyParts.ts";
import * as keys from "#shared/store/dynamodb/keys.ts";
import { allProbes, expectedProbes, probesOf, type RoledFunction } from "./probes.ts";
import { type RoleOfTemplate, rolesOf, rolesOfFunction } from "./roles.ts";
import { isAllowed, type Statement } from "./simulatePolicy.ts";
import { type SynthesizedStack, synthesize } from "./synthesized.ts";

/** Defines tests that share a single synthesis with the tests in other files. */
export function privilegeCases(): void {
  const synthesized = synthesize();
  const { config } = synthesized;
  const functions: RoledFunction[] = LOCATIONS.flatMap((location) => [
    ...operationsOf(config, location).map((placed) => ({
      ...placed,
      roleName: names.function(location, isLargeUpload(placed) ? "uploads" : placed.name),
    })),
    ...stepsOf(location).map((placed) => ({ ...placed, roleName: names.function(location, placed.name) })),
  ]);

  describe("the policies", () => {
    let stacks: SynthesizedStack[];
    let roles: Map<string, RoleOfTemplate>;

    beforeAll(() => {
      stacks = synthesized.stacks;
      roles = rolesOf(stacks);
    });

    /** CDK's functions that copy and remove code during a deployment; only CloudFormation calls them. */
    const isOfCdk = ({ name }: RoleOfTemplate): boolean => name.includes("/Custom");

    it("every action is named in full", () => {
      const actions = [...roles.values()]
        .filter((role) => !isOfCdk(role))
        .flatMap(({ statements }) => statements.flatMap(({ Action }) => Action));
      expect(actions.length).toBeGreaterThan(500);
      expect(actions.filter((action) => action.includes("*"))).toEqual([]);
    });

    it("every wildcard in a resource has a reason", () => {
      const resources = [...roles.values()]
        .filter((role) => !isOfCdk(role))
        .flatMap(({ statements }) => statements.flatMap(({ Resource }) => Resource as string | object));
      const wild = resources.map((resource) => JSON.stringify(resource)).filter((text) => text.includes("*"));
      expect(wild.length).toBeGreaterThan(100);
      for (const text of wild) {
        const resource = JSON.parse(text) as string;
        expect(
          WILDCARDS.some(([pattern]) => pattern.test(resource)),
          text,
        ).toBe(true);
      }
    });

    it("only traces and log delivery have access to all resources (*)", () => {
      const actions = [...roles.values()]
        .flatMap(({ statements }) => statements)
        .filter(({ Resource }) => Resource === "*")
        .flatMap(({ Action }) => Action);
      expect(actions.filter((action) => !/^(xray|logs):/.test(action))).toEqual([]);
    });

    it("steps that erase rows and workspaces may delete only object versions of the tagged workspace", () => {
      const erasing = [...roles.values()].filter(({ statements }) =>
        statements.some(({ Action }) =>
          [Action].flat().some((action) => /^s3:(Delete.*Version|ListBucketVersions)/.test(action)),
        ),
      );
      const steps = [
        ...LOCATIONS.map((location) => (location === "platform" ? "eraseWorkspaceObjects" : "eraseRows")),
      ];
      const named = LOCATIONS.map((location, index) => names.function(location, steps[index] ?? ""));
      const granted = functions.filter(({ roleName }) => named.includes(roleName));
      const expected = granted.map((access) => tenantRoleName(access.location, tenantGrants(access)));
      expect(erasing.map(({ name }) => name).sort()).toEqual(expected.sort());
      const assumers = functions.filter(
        (access) =>
          tenantGrants(access).length > 0 &&
          expected.includes(tenantRoleName(access.location, tenantGrants(access))),
      );
      expect(assumers.map(({ roleName }) => roleName).sort()).toEqual(named.sort());
      for (const { statements } of erasing) {
        const resources = statements
          .filter(({ Action }) => [Action].flat().includes("s3:DeleteObjectVersion"))
          .flatMap(({ Resource }) => Resource as string[]);
        expect(resources.length).toBeGreaterThan(0);
        // biome-ignore lint/suspicious/noTemplateCurlyInString: IAM replaces it by the tag of the session.
        for (const resource of resources) expect(resource).toContain("/${aws:PrincipalTag/workspace}/");
      }
    });

    it("only the log of API Gateway uses an AWS managed policy", () => {
      const managed = [...roles.values()].filter((role) => role.managed.length > 0 && !isOfCdk(role));
      expect(managed.map(({ name }) => name).sort()).toEqual([
        "workspace-eu-gateway-logs",
        "workspace-us-gateway-logs",
      ]);
    });

    it("nobody may change tables, buckets, keys, roles or functions", () => {
      const forbidden =
        /^(iam|cloudformation|lambda:(Create|Update|Delete|Add)|s3:(Put|Delete)Bucket|kms:(Put|Schedule|Create)|dynamodb:(Create|Delete|Update)Table|dynamodb:(Scan|PartiQL))/;
      const actions = [...roles.values()].flatMap(({ statements }) =>
        statements.flatMap(({ Action }) => Action),
      );
      expect(actions.filter((action) => forbidden.test(action))).toEqual([]);
    });

    it.each(functions.map((placed) => [placed.roleName, placed] as const))(
      "the policies let %s do what its contract requires, and nothing else",
      (roleName, placed) => {
        const { ownStatements, tenant } = rolesOfFunction(roles, roleName, placed);
        const expected = expectedProbes(placed);
        for (const probe of allProbes(config)) {
          const allowed = isAllowed(ownStatements, probe.call) || isAllowed(tenant, tagged(probe.call, "17"));
          expect(allowed, `${probe.name}: ${probe.call.action} ${probe.call.resource}`).toBe(
            expected.has(probe.name),
          );
        }
      },
    );

    it("a call without a partition key does not give access to any record", () => {
      for (const { name, statements } of roles.values()) {
        for (const probe of allProbes(config).filter(({ call }) => call.action.startsWith("dynamodb:"))) {
          const { "dynamodb:LeadingKeys": _, ...context } = probe.call.context ?? {};
          for (const call of [
            { ...probe.call, context },
            { ...probe.call, context: { ...context, "dynamodb:LeadingKeys": [] } },
          ]) {
            expect(isAllowed(statements, tagged(call, "17")), `${name}: ${probe.name}`).toBe(false);
          }
        }
      }
    });

    it("every ForAllValues condition also requires its key to be present", () => {
      const requested = [...roles.values()].flatMap(({ name, statements, trust }) =>
        [...statements, ...trust].flatMap(({ Condition = {} }) =>
          Object.entries(Condition)
            .filter(([operator]) => operator.startsWith("ForAllValues:"))
            .flatMap(([, keys]) => Object.keys(keys))
            .map((key) => ({ where: `${name}: ${key}`, isThere: Condition.Null?.[key] })),
        ),
      );
      expect(requested.length).toBeGreaterThan(100);
      expect(requested.filter(({ isThere }) => isThere !== "false")).toEqual([]);
    });

    it("only a session for a workspace opens its data", () => {
      const overAll = ["getOverview", "recountTasks"].map((name) => names.function("platform", name));
      for (const placed of functions.filter(({ roleName }) => !overAll.includes(roleName))) {
        const { ownStatements } = rolesOfFunction(roles, placed.roleName, placed);
        for (const probe of probesOf(config)) {
          expect(isAllowed(ownStatements, probe.call), `${placed.roleName}: ${probe.name}`).toBe(false);
          expect(
            isAllowed(ownStatements, tagged(probe.call, "17")),
            `${placed.roleName}: ${probe.name}`,
          ).toBe(false);
        }
      }
    });

    const foreign = [
      ["another workspace", "18"],
      ["one whose id begins alike", "171"],
      ["one whose id is the beginning", "1"],
      ["no workspace at all", null],
      ["a tag that is a pattern", "*"],
    ] as const;

    it.each(foreign)("a session for workspace 17 cannot open %s", (_, tag) => {
      const tenantRoles = [...roles.values()].filter(({ name }) => name.includes("-tenant-"));
      expect(tenantRoles.length).toBeGreaterThan(10);
      for (const { name, statements } of tenantRoles) {
        for (const probe of probesOf(config)) {
          expect(isAllowed(statements, tagged(probe.call, tag)), `${name}: ${probe.name}`).toBe(false);
        }
      }
    });

    it("only the functions of an environment can open a session, and only for one workspace", () => {
      for (const location of LOCATIONS) {
        const placed = functions.filter((candidate) => candidate.location === location);
        for (const { roleName, ...access } of placed) {
          const grants = tenantGrants(access);
          if (grants.length === 0) continue;
          const trust = roles.get(tenantRoleName(location, grants))?.trust ?? [];
          const session = { "aws:RequestTag/workspace": "17", "aws:TagKeys": ["workspace"] };
          const asks = (principal: string, context: Record<string, string | string[]>): boolean =>
            mayAssume(trust, { "aws:PrincipalArn": principal, ...context });
          expect(asks(roleArn(config, roleName), session)).toBe(true);
          expect(asks(roleArn(config, "administrator"), session)).toBe(false);
          expect(asks(roleArn(config, roleName), { "aws:TagKeys": [] })).toBe(false);
          const more = { ...session, "aws:TagKeys": ["workspace", "other"] };
          expect(asks(roleArn(config, roleName), more)).toBe(false);
          const ownStatements = roles.get(roleName)?.statements ?? [];
          const others = [...roles.keys()].filter((name) => name.includes("-tenant-"));
          const assumed = others.filter((name) =>
            isAllowed(ownStatements, { action: "sts:AssumeRole", resource: roleArn(config, name) }),
          );
          expect(assumed).toEqual([tenantRoleName(location, grants)]);
        }
      }
    });

    it("a function cannot assume another environment's tenant role", () => {
      const reader = functions.find(({ roleName }) => roleName === "workspace-eu-listProjects");
      expect(reader).toBeDefined();
      const trust = roles.get(tenantRoleName("EU", tenantGrants(reader as RoledFunction)))?.trust ?? [];
      const context = { "aws:RequestTag/workspace": "17", "aws:TagKeys": ["workspace"] };
      const of = (name: string) => ({ "aws:PrincipalArn": roleArn(config, name), ...context });
      expect(mayAssume(trust, of("workspace-eu-listProjects"))).toBe(true);
      expect(mayAssume(trust, of("workspace-us-listProjects"))).toBe(false);
      expect(mayAssume(trust, of("workspace-platform-listUsers"))).toBe(false);
    });
  });

  describe("the patterns of keys", () => {
    const texts = Object.values(keys).flatMap((make) => {
      if (typeof make === "string") return [make];
      if (typeof make !== "function") return [];
      const made = (make as (...ids: unknown[]) => unknown)("17", "18", "19", "20");
      return typeof made === "string" ? [made] : [(made as Key).pk];
    });
    const matches = (patterns: readonly string[], pk: string): boolean =>
      isAllowed([statementOf(patterns)], {
        action: "dynamodb:GetItem",
        resource: "table",
        context: { "dynamodb:LeadingKeys": [pk], "aws:PrincipalTag/workspace": "17" },
      });

    it("each key in the store belongs to the platform, a workspace, or a region's lists", () => {
      expect(texts.length).toBeGreaterThan(40);
      const { platform, tenant, counters, marks } = leadingKeys;
      for (const pk of texts) {
        expect(matches([...platform, ...tenant, ...counters, ...marks], pk), pk).toBe(true);
      }
    });

    it("a workspace session opens all of the workspace's keys, and none of the platform's", () => {
      for (const pk of texts) expect(matches(leadingKeys.tenant, pk), pk).toBe(pk.startsWith("W#17"));
    });
  });

  function statementOf(patterns: readonly string[]): Statement {
    return {
      Effect: "Allow",
      Action: "dynamodb:GetItem",
      Resource: "table",
      Condition: {
        "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [...patterns] },
        Null: { "dynamodb:LeadingKeys": "false" },
      },
    };
  }

  function mayAssume(trust: readonly Statement[], context: Record<string, string | string[]>): boolean {
    const statements = trust.map((statement) => ({ ...statement, Resource: "*" }));
    return ["sts:AssumeRole", "sts:TagSession"].every((action) =>
      isAllowed(statements, { action, resource: "role", context }),
    );
  }

  function tagged<T extends { context?: Record<string, string | string[]> }>(call: T, tag: string | null): T {
    const context = tag === null ? {} : { "aws:PrincipalTag/workspace": tag };
    return { ...call, context: { ...call.context, ...context } };
  }
}
