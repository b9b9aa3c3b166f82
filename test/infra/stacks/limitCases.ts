import { describe, expect, it } from "vitest";
import { parseConfig } from "#infra/config.ts";
import { functionEnvironment } from "#infra/constructs/functionEnvironment.ts";
import { operationsOf, stepsOf } from "#infra/constructs/placedFunctions.ts";
import { REGIONS } from "#infra/names.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import { LEASE_MS } from "#shared/store/leases.ts";
import { byNight } from "#test/support/byNight.ts";
import { rolesOf, rolesOfFunction } from "./roles.ts";
import { isAllowed } from "./simulatePolicy.ts";
import { exampleContext, ofType, type SynthesizedStack, synthesize } from "./synthesized.ts";

/** Concurrency that Lambda keeps for functions without a reservation. */
const MIN_UNRESERVED = 100;
/** Default concurrency of an account in an AWS region. */
const CONCURRENT_EXECUTIONS = 1_000;

/** Defines tests that share a single synthesis with the tests in other files. */
export function limitCases(): void {
  const { config, stacks } = synthesize();

  /** Function → its reserved share of the region's concurrency, for functions that reserve any. */
  function reservedIn(of: readonly SynthesizedStack[]): Record<string, number> {
    const functions = ofType(of, "AWS::Lambda::Function").flatMap(({ resource }) => {
      const { FunctionName, ReservedConcurrentExecutions } = resource.Properties;
      return ReservedConcurrentExecutions === undefined
        ? []
        : [[FunctionName, ReservedConcurrentExecutions] as const];
    });
    return Object.fromEntries(functions);
  }

  describe("the limits of CloudFormation", () => {
    it("each stack has room for more operations", () => {
      for (const { resources, name } of stacks) {
        expect([name, JSON.stringify(resources).length < 900_000]).toEqual([name, true]);
        expect([name, Object.keys(resources).length < 450]).toEqual([name, true]);
      }
    });
  });

  describe("the concurrency of a region", () => {
    it("concurrency is reserved and bounded for task slices, load files, compactions and commits", () => {
      expect(reservedIn(stacks)).toEqual(
        Object.fromEntries(
          REGIONS.flatMap((region) =>
            Object.entries({
              runTask: 200,
              ingestLoadFiles: 200,
              compactTableFiles: 20,
              commitQueuedLoads: 20,
            }).map(([name, count]) => [`workspace-${region.toLowerCase()}-${name}`, count]),
          ),
        ),
      );
    });

    byNight("the reserved concurrency is configurable, and optional", () => {
      const other = synthesize({ reservedConcurrency: { tasks: 30 } }).stacks;
      expect(reservedIn(other)).toMatchObject({
        "workspace-eu-runTask": 30,
        "workspace-eu-ingestLoadFiles": 200,
      });
      expect(reservedIn(synthesize({ reservedConcurrency: false }).stacks)).toEqual({});
    });

    it("waiting background work does not raise an alarm, but throttled requests do", () => {
      const alarms = ofType(stacks, "AWS::CloudWatch::Alarm").filter(({ resource }) =>
        String(resource.Properties.AlarmName).endsWith("-function-throttles"),
      );
      expect(alarms).toHaveLength(3);
      for (const { resource } of alarms) {
        const region = String(resource.Properties.AlarmName).includes("-us-") ? "us" : "eu";
        const { Metrics } = resource.Properties;
        const expression = Metrics.find((metric: { Expression?: string }) => metric.Expression)?.Expression;
        expect(expression).toBe(
          "FILL(whole, 0) - FILL(part0, 0) - FILL(part1, 0) - FILL(part2, 0) - FILL(part3, 0)",
        );
        // The home region is also the AWS region of the EU.
        for (const name of ["runTask", "ingestLoadFiles", "compactTableFiles"]) {
          expect(JSON.stringify(Metrics)).toContain(`workspace-${region}-${name}`);
        }
      }
    });

    it("Lambda's required unreserved concurrency remains, even if both regions share an AWS region", () => {
      const reserved = Object.values(reservedIn(stacks)).reduce((sum, count) => sum + count, 0);
      expect(CONCURRENT_EXECUTIONS - reserved).toBeGreaterThanOrEqual(MIN_UNRESERVED);
    });
  });

  describe("the disk of a function", () => {
    it("steps that read uploaded files have disk space for their unpacked content", () => {
      const disks = ofType(stacks, "AWS::Lambda::Function").flatMap(({ resource }) => {
        const { FunctionName, EphemeralStorage } = resource.Properties;
        return /-(?:planLoad|ingestLoadFiles)$/.test(FunctionName) ? [EphemeralStorage?.Size] : [];
      });
      expect(disks).toEqual(Array(2 * REGIONS.length).fill(10_240));
    });
  });

  describe("workspace limits", () => {
    it("exactly the functions that serve workspace requests have limits", () => {
      for (const region of REGIONS) {
        for (const { name, ...access } of [...operationsOf(config, region), ...stepsOf(region)]) {
          const { workspaceLimits, requestsPerWorkspace } = settingsFrom(
            functionEnvironment(config, name, access),
          );
          expect(requestsPerWorkspace, name).toBe(access.audience === "member" ? 300 : null);
          const expected =
            access.audience === "member" ? { queries: 10, uploads: 10 } : { queries: null, uploads: null };
          expect(workspaceLimits, name).toEqual(expected);
        }
      }
    });

    it("the limits match the deployment's settings", () => {
      const changed = parseConfig(exampleContext({ workspaceLimits: { queries: 3, stagedGigabytes: 5 } }));
      const access = { location: "EU", needs: [], audience: "member" } as const;
      expect(settingsFrom(functionEnvironment(changed, "runQuery", access)).workspaceLimits).toEqual({
        queries: 3,
        uploads: 10,
      });
      const stagedBytesIn = (of: typeof changed): number =>
        settingsFrom(functionEnvironment(of, "uploadFile", access)).stagedBytes;
      expect([stagedBytesIn(changed), stagedBytesIn(config)]).toEqual([5_000_000_000, 20_000_000_000]);
    });

    it("the shares of requests and the limit of invalid tokens match the settings, and one workspace cannot use up an API", () => {
      const changes = { workspaceLimits: { requestsPerSecond: 7 }, invalidTokensPerAddress: 9 };
      const access = { location: "EU", needs: [], audience: "member" } as const;
      const changed = functionEnvironment(parseConfig(exampleContext(changes)), "getProject", access);
      expect(settingsFrom(changed)).toMatchObject({ requestsPerWorkspace: 7, invalidTokensPerAddress: 9 });
      expect(config.throttle.rate).toBeGreaterThanOrEqual(5 * config.workspaceLimits.requestsPerSecond);
    });

    it("a function counts the requests of its workspace only, and invalid tokens", () => {
      for (const name of ["getProject", "runQuery", "exchangeIcebergToken"]) {
        const served = operationsOf(config, "EU").find((operation) => operation.name === name);
        if (!served) throw new Error(`There is no function ${name}`);
        const { ownStatements, tenant } = rolesOfFunction(rolesOf(stacks), `workspace-eu-${name}`, served);
        const may = (verb: string, table: string, pk: string): boolean =>
          [ownStatements, tenant].some((statements) =>
            isAllowed(statements, {
              action: `dynamodb:${verb}`,
              resource: `arn:aws:dynamodb:eu-central-1:${config.account}:table/workspace-${table}`,
              context: { "dynamodb:LeadingKeys": [pk], "aws:PrincipalTag/workspace": "17" },
            }),
          );
        const isOfWorkspace = name !== "exchangeIcebergToken";
        expect(may("UpdateItem", "data-eu", "W#17#REQUEST_COUNT"), name).toBe(isOfWorkspace);
        expect(may("UpdateItem", "data-eu", "W#18#REQUEST_COUNT"), name).toBe(false);
        expect(may("DeleteItem", "data-eu", "W#17#REQUEST_COUNT"), name).toBe(false);
        // The other functions may write all of the mirror.
        expect(may("DeleteItem", "platform", "INVALID_TOKENS#192.0.2.7"), name).toBe(isOfWorkspace);
        expect(may("UpdateItem", "platform", "INVALID_TOKENS#192.0.2.7"), name).toBe(true);
      }
    });

    it("a lease outlives the maximum run time of its function", () => {
      const timeouts = [
        ...ofType(stacks, "AWS::Lambda::Function").map(({ resource }) => resource.Properties.Timeout ?? 0),
        ...ofType(stacks, "AWS::Lambda::WebFunctionRevision").map(
          ({ resource }) => resource.Properties.ServiceConfig.TimeoutSeconds,
        ),
      ];
      expect(Math.max(...timeouts)).toBe(900);
      expect(LEASE_MS).toBeGreaterThan(Math.max(...timeouts) * 1000);
    });

    it("a query may acquire and release leases but change nothing else", () => {
      const runQuery = operationsOf(config, "EU").find(({ name }) => name === "runQuery");
      if (!runQuery) throw new Error("There is no function runQuery");
      const { ownStatements, tenant } = rolesOfFunction(rolesOf(stacks), "workspace-eu-runQuery", runQuery);
      const may = (verb: string, pk: string): boolean =>
        [ownStatements, tenant].some((statements) =>
          isAllowed(statements, {
            action: `dynamodb:${verb}`,
            resource: `arn:aws:dynamodb:eu-central-1:${config.account}:table/workspace-data-eu`,
            context: { "dynamodb:LeadingKeys": [pk], "aws:PrincipalTag/workspace": "17" },
          }),
        );
      for (const verb of ["PutItem", "DeleteItem", "Query"]) {
        expect(may(verb, "W#17#LEASE#QUERY"), verb).toBe(true);
        expect(may(verb, "W#18#LEASE#QUERY"), verb).toBe(false);
      }
      for (const verb of ["PutItem", "DeleteItem", "UpdateItem", "BatchWriteItem"]) {
        for (const pk of ["W#17", "W#17#LOAD", "W#17#TABLE#VERSION#1", "UNDER_WAY#LOAD", "TASK_COUNTER"]) {
          expect(may(verb, pk), `${verb} ${pk}`).toBe(false);
        }
      }
    });
  });

  describe("functions that open tenant files", () => {
    it("each of these functions serves one request at a time per process, including uploads", () => {
      const revisions = ofType(stacks, "AWS::Lambda::WebFunctionRevision");
      expect(revisions).toHaveLength(REGIONS.length);
      for (const { resource } of revisions) {
        expect(resource.Properties.ServiceConfig.MaxConcurrencyPerEnvironment).toBe(1);
      }
      // Other functions process one event at a time, unless they run on custom instances.
      for (const { id, resource } of ofType(stacks, "AWS::Lambda::Function")) {
        expect(resource.Properties.CapacityProviderConfig, id).toBeUndefined();
      }
    });
  });
}
