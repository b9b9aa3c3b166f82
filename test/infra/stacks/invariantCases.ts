import { describe, expect, it } from "vitest";
import { withQueuedCommits } from "#infra/constructs/queuedCommits.ts";
import { LOCATIONS, type Location, machinesOf, names, REGIONS } from "#infra/names.ts";
import { resultsPrefix } from "#shared/objects/keys.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import { readStateMachine } from "#shared/runtime/stateMachine.ts";
import { all, ON_ATHENA, ofType, type Resource, synthesize } from "./synthesized.ts";

/** Defines tests that share a single synthesis with the tests in other files. */
export function invariantCases(): void {
  const { stacks } = synthesize();

  describe("the stacks", () => {
    it("each stack has far fewer resources than CloudFormation's limit of 500", () => {
      expect(stacks.map(({ name }) => name)).toHaveLength(20);
      for (const { name, resources } of stacks) expect(Object.keys(resources).length, name).toBeLessThan(400);
    });

    it("each template is within CloudFormation's size limit", () => {
      for (const { name, resources } of stacks) {
        expect(JSON.stringify(resources).length, name).toBeLessThan(800_000);
      }
    });

    it("names and policies are within AWS's length limits", () => {
      const MAX_PROPERTY_LENGTHS: Record<string, [property: string, characters: number]> = {
        "AWS::IAM::Role": ["RoleName", 64],
        "AWS::Lambda::Function": ["FunctionName", 64],
        "AWS::S3::Bucket": ["BucketName", 63],
        "AWS::StepFunctions::StateMachine": ["StateMachineName", 80],
      };
      for (const { stacks: made } of [synthesize(), synthesize(ON_ATHENA)]) {
        for (const { stack, id, resource } of all(made)) {
          const [property = "", maximum = 0] = MAX_PROPERTY_LENGTHS[resource.Type] ?? [];
          const name = resource.Properties?.[property];
          if (typeof name === "string") expect(name.length, name).toBeLessThanOrEqual(maximum);
          if (resource.Type !== "AWS::IAM::Role") continue;
          const policies = JSON.stringify(resource.Properties.Policies ?? []);
          expect(policies.length, `${stack.name}/${id}`).toBeLessThan(10_240);
        }
      }
    });

    it("no two resources of a kind share a name", () => {
      const NAMES =
        /^(Alarm|Alias|Bucket|Dashboard|Function|LogGroup|Queue|Role|StateMachine|Table|Topic)?Name$/;
      const usedNames = new Map<string, string>();
      for (const { stack, id, resource } of all(stacks)) {
        for (const [property, name] of Object.entries(resource.Properties ?? {})) {
          if (!NAMES.test(property) || typeof name !== "string") continue;
          if (resource.Type === "AWS::Logs::MetricFilter") continue;
          // Names in IAM, S3 and CloudFront are unique within the entire account.
          const where = /^AWS::(IAM|S3|CloudFront)::/.test(resource.Type) ? "" : stack.region;
          const key = `${resource.Type} ${where} ${name}`;
          expect(usedNames.get(key), key).toBeUndefined();
          usedNames.set(key, `${stack.name}/${id}`);
        }
      }
      expect(usedNames.size).toBeGreaterThan(300);
    });

    it("each API has fewer resources than API Gateway's limit", () => {
      for (const { stack, resource } of ofType(stacks, "AWS::ApiGateway::RestApi")) {
        const parts = Object.keys(resource.Properties.Body.paths).flatMap((path) =>
          path.split("/").map((_, index, all) => all.slice(0, index + 1).join("/")),
        );
        expect(new Set(parts).size, stack.name).toBeLessThan(300);
      }
    });

    it("data stacks are protected from deletion", () => {
      const kept = stacks.filter(({ isProtected }) => isProtected).map(({ name }) => name);
      expect(kept.sort()).toEqual(["PlatformData", "RegionEUData", "RegionUSData"]);
    });

    it("data resources are retained and protected, under fixed logical ids", () => {
      const ids = all(stacks)
        .filter(({ resource: { Type } }) => /^AWS::(DynamoDB::Table|S3::Bucket|KMS::Key)$/.test(Type))
        .filter(({ id }) => !id.startsWith("AWSCDKWebFunctionAssetBucket"));
      for (const { stack, id, resource } of ids) {
        expect(resource.DeletionPolicy, `${stack.name}/${id}`).toBe("Retain");
        expect(resource.UpdateReplacePolicy, `${stack.name}/${id}`).toBe("Retain");
      }
      expect(ids.map(({ stack, id }) => `${stack.name}/${id}`).sort()).toEqual([
        "PlatformConsole/Files8E6940B8",
        "PlatformData/Key961B73FD",
        "PlatformData/Logs6819BB44",
        "PlatformData/Pictures8CDD258B",
        "PlatformData/TableCD117FA1",
        "RegionEUData/Key961B73FD",
        "RegionEUData/Lake5F1B88EA",
        "RegionEUData/Logs6819BB44",
        "RegionEUData/TableCD117FA1",
        "RegionEUSql/Results25575328",
        "RegionUSData/Key961B73FD",
        "RegionUSData/Lake5F1B88EA",
        "RegionUSData/Logs6819BB44",
        "RegionUSData/TableCD117FA1",
        "RegionUSSql/Results25575328",
      ]);
    });

    it("every table can be restored to any second of the last 16 days, and has a TTL", () => {
      const tables = ofType(stacks, "AWS::DynamoDB::Table");
      expect(tables.map(({ resource }) => resource.Properties.TableName).sort()).toEqual(
        LOCATIONS.map(names.table).sort(),
      );
      for (const { resource } of tables) {
        expect(resource.Properties).toMatchObject({
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 16 },
          TimeToLiveSpecification: { AttributeName: "expires_at", Enabled: true },
          SSESpecification: { SSEEnabled: true, SSEType: "KMS" },
          BillingMode: "PAY_PER_REQUEST",
        });
      }
    });

    it("deleted objects outlive the recovery window of records by a week", () => {
      const kept = ofType(stacks, "AWS::S3::Bucket").filter(({ id }) => /^(Lake|Pictures)/.test(id));
      expect(kept).toHaveLength(LOCATIONS.length);
      for (const { resource } of kept) {
        expect(resource.Properties.VersioningConfiguration).toEqual({ Status: "Enabled" });
        const [rule] = resource.Properties.LifecycleConfiguration.Rules;
        expect(rule.NoncurrentVersionExpiration.NoncurrentDays).toBe(23);
        const [encryption] = resource.Properties.BucketEncryption.ServerSideEncryptionConfiguration;
        expect(encryption.ServerSideEncryptionByDefault.SSEAlgorithm).toBe("aws:kms");
      }
    });

    it("every bucket is private, encrypted and versioned as required", () => {
      for (const { id, resource } of ofType(stacks, "AWS::S3::Bucket")) {
        expect(resource.Properties.PublicAccessBlockConfiguration, id).toEqual({
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        });
        expect(resource.Properties.BucketEncryption, id).toBeDefined();
        if (id.startsWith("AWSCDKWebFunctionAssetBucket")) continue;
        expect(resource.Properties.LifecycleConfiguration.Rules.length, id).toBeGreaterThan(0);
      }
    });

    it("incomplete uploads and delivered results expire", () => {
      const rules = (prefix: string): string =>
        JSON.stringify(
          ofType(stacks, "AWS::S3::Bucket")
            .filter(({ id }) => id.startsWith(prefix))
            .map(({ resource }) => resource.Properties.LifecycleConfiguration.Rules),
        );
      expect(rules("Lake").match(/AbortIncompleteMultipartUpload/g)).toHaveLength(2);
      expect(rules("Results").match(/"ExpirationInDays":1,/g)).toHaveLength(2);
      const lakes = ofType(stacks, "AWS::S3::Bucket").filter(({ id }) => id.startsWith("Lake"));
      for (const { resource } of lakes) {
        expect(resource.Properties.LifecycleConfiguration.Rules).toContainEqual({
          Id: "Results",
          Prefix: resultsPrefix("17").replace("17/", ""),
          ExpirationInDays: 1,
          NoncurrentVersionExpiration: { NoncurrentDays: 1 },
          Status: "Enabled",
        });
      }
    });

    it("browser pages may use signed URLs only in workspace buckets", () => {
      for (const { id, resource } of ofType(stacks, "AWS::S3::Bucket")) {
        const rules = resource.Properties.CorsConfiguration?.CorsRules ?? [];
        const expected = {
          AllowedMethods: ["GET", "HEAD", "PUT"],
          AllowedOrigins: ["*"],
          AllowedHeaders: ["api-compatibility", "content-type", "range"],
        };
        expect(rules, id).toEqual(id.startsWith("Lake") ? [expect.objectContaining(expected)] : []);
      }
    });

    it("logs have a retention period, contain no data, and are traced", () => {
      const groups = ofType(stacks, "AWS::Logs::LogGroup");
      expect(groups.length).toBeGreaterThan(150);
      for (const { id, resource } of groups) expect(resource.DeletionPolicy, id).toBe("RetainExceptOnCreate");
      for (const { id, resource } of groups) expect(resource.Properties.RetentionInDays, id).toBe(90);
      for (const { id, resource } of ofType(stacks, "AWS::StepFunctions::StateMachine")) {
        expect(resource.Properties.TracingConfiguration, id).toEqual({ Enabled: true });
        expect(resource.Properties.LoggingConfiguration, id).toMatchObject({
          Level: "ALL",
          IncludeExecutionData: false,
        });
      }
      const functions = ofType(stacks, "AWS::Lambda::Function").filter(({ id }) => !id.startsWith("Custom"));
      for (const { id, resource } of functions) {
        expect(resource.Properties.TracingConfig, id).toEqual({ Mode: "Active" });
      }
    });

    it("every function has the same runtime and its own log", () => {
      const functions = ofType(stacks, "AWS::Lambda::Function").filter(({ id }) => !id.startsWith("Custom"));
      expect(functions.length).toBeGreaterThan(140);
      const groups = functions.map(({ stack, resource }) => {
        // The bundles in these tests contain no native code.
        expect(resource.Properties).toMatchObject({ Runtime: "nodejs24.x", Architectures: ["arm64"] });
        return `${stack.name}/${resource.Properties.LoggingConfig.LogGroup.Ref}`;
      });
      expect(new Set(groups).size).toBe(groups.length);
    });

    it("templates contain no secret, only names that CloudFormation resolves", () => {
      const LOOKED_UP =
        /^(\{\{resolve(-ref)?:secretsmanager:[^:]+:SecretString:::\}\}(-\w+)?|held-by-another-function)$/;
      const holders = new Set<string>();
      for (const { stacks: made } of [synthesize(), synthesize({ uploads: "service" })]) {
        for (const { stack, id, resource } of all(made)) {
          for (const [name, value] of secretsIn(resource)) {
            holders.add(resource.Type);
            expect(value, `${stack.name}/${id} ${name}`).toMatch(LOOKED_UP);
          }
        }
      }
      expect([...holders].sort()).toEqual([
        "AWS::ApiGateway::ApiKey",
        "AWS::CloudFront::Distribution",
        "AWS::ECS::TaskDefinition",
        "AWS::Lambda::Function",
        "AWS::Lambda::WebFunctionRevision",
        "Custom::S3ObjectCopy",
      ]);
    });

    it("functions get valid, readable settings", () => {
      for (const { stack, id, resource } of ofType(stacks, "AWS::Lambda::Function")) {
        const variables = resource.Properties.Environment?.Variables;
        const name = String(resource.Properties.FunctionName);
        if (!name.startsWith("workspace-") || name.endsWith("-canary")) continue;
        expect(JSON.stringify(variables).length, `${stack.name}/${id}`).toBeLessThan(4096);
        const settings = settingsFrom(variables);
        expect(settings.region, `${stack.name}/${id}`).toBe(stack.name.match(/^Region(EU|US)/)?.[1] ?? null);
        expect(settings.endpoints).toEqual({});
      }
    });

    it("a function may read only the secrets named in its environment", () => {
      const functions = ofType(stacks, "AWS::Lambda::Function").filter(({ id }) => !/^(Custom|AWS)/.test(id));
      expect(functions.length).toBeGreaterThan(140);
      for (const { stack, resource } of functions) {
        const { FunctionName, Environment } = resource.Properties;
        const names = Object.values(
          JSON.parse(Environment?.Variables?.SECRETS ?? "{}") as Record<string, string>,
        );
        const role = ofType([stack], "AWS::IAM::Role").find(
          (candidate) => candidate.resource.Properties.RoleName === FunctionName,
        );
        const [{ PolicyDocument } = { PolicyDocument: { Statement: [] } }] =
          role?.resource.Properties.Policies ?? [];
        const allowed = (PolicyDocument.Statement as { Action: string; Resource: string | string[] }[])
          .filter(({ Action }) => Action === "secretsmanager:GetSecretValue")
          .flatMap(({ Resource }) => Resource)
          .map((arn) => /:secret:(.+)-\?{6}$/.exec(arn)?.[1]);
        expect(allowed, FunctionName).toEqual([...new Set(names)].sort());
        // Environments contain no secret values.
        expect(JSON.stringify(Environment ?? {}), FunctionName).not.toContain("{{resolve");
      }
    });

    it("a secret is available only to the functions that use it", () => {
      const holders = (variable: string): string[] =>
        ofType(stacks, "AWS::Lambda::Function")
          .filter(
            ({ resource }) =>
              variable in JSON.parse(resource.Properties.Environment?.Variables?.SECRETS ?? "{}"),
          )
          .map(({ resource }) => resource.Properties.FunctionName as string);
      expect(holders("IDP_WEBHOOK_SECRET")).toEqual(["workspace-platform-receiveIdpEvent"]);
      expect(holders("DOCS_PORTAL_SECRET")).toEqual(["workspace-platform-exchangeDocsCode"]);
      const withKey = holders("IDP_API_KEY");
      expect(withKey).toContain("workspace-platform-provisionWorkspace");
      expect(withKey).toContain("workspace-eu-listProjects");
      // The function checks whether the picture's user still exists.
      expect(withKey).toContain("workspace-platform-getPicture");
      expect(withKey).not.toContain("workspace-platform-getApiStrategy");
      for (const name of ["commitLoad", "runTask", "ingestLoadFiles"]) {
        expect(withKey).not.toContain(`workspace-eu-${name}`);
      }
    });
  });

  describe("background work", () => {
    it("background work uses the same state machines everywhere", () => {
      const machines = ofType(stacks, "AWS::StepFunctions::StateMachine").map(
        ({ resource }) => resource.Properties.StateMachineName as string,
      );
      const expected = LOCATIONS.flatMap(machinesOf);
      expect(machines.sort()).toEqual(expected.map(({ name }) => name).sort());
      for (const { resource } of ofType(stacks, "AWS::StepFunctions::StateMachine")) {
        const { StateMachineName, StateMachineType, DefinitionString } = resource.Properties;
        // The default is Standard.
        expect([undefined, "STANDARD"]).toContain(StateMachineType);
        const machine = expected.find(({ name }) => name === StateMachineName);
        const text = readStateMachine(machine?.file ?? "");
        // On AWS, the queue of commits replaces the steps that commit.
        const expectedText = StateMachineName.startsWith("workspace-load-") ? withQueuedCommits(text) : text;
        expect(JSON.parse(DefinitionString)).toEqual(JSON.parse(expectedText));
      }
    });

    it("unhandled events go to a dead-letter queue on every asynchronous edge", () => {
      for (const { stack, id, resource } of ofType(stacks, "AWS::Events::Rule")) {
        // A failure of the canary itself has a separate alarm.
        if (id.startsWith("Canary")) continue;
        for (const target of resource.Properties.Targets as Record<string, unknown>[]) {
          const isQueue = JSON.stringify(target.Arn).includes("DeadLetters");
          if (!isQueue) expect(target.DeadLetterConfig, `${stack.name}/${id}`).toBeDefined();
          expect(target.RetryPolicy, `${stack.name}/${id}`).toBeDefined();
        }
      }
      const sweeps = ofType(stacks, "AWS::Lambda::Function").filter(({ id }) =>
        /^(sweep(Loads|Tasks|Compactions|Workspaces)|startObjectSweeps)/.test(id),
      );
      expect(sweeps).toHaveLength(8);
      for (const { id, resource } of sweeps) expect(resource.Properties.DeadLetterConfig, id).toBeDefined();
    });

    it("sweeps run every five minutes, object sweeps daily, and failed executions raise alarms", () => {
      const rules = ofType(stacks, "AWS::Events::Rule").map(({ resource }) => resource.Properties);
      const schedules = rules.filter(
        (rule) => rule.ScheduleExpression && rule.ScheduleExpression !== "rate(10 minutes)",
      );
      expect(schedules.map((rule) => rule.ScheduleExpression)).toEqual(
        // A rule calls at most five sweeps, and a region has six.
        LOCATIONS.flatMap((location) =>
          location === "platform"
            ? ["rate(5 minutes)", "rate(1 day)"]
            : ["rate(5 minutes)", "rate(5 minutes)"],
        ),
      );
      const failures = rules.filter((rule) => rule.EventPattern);
      expect(failures).toHaveLength(LOCATIONS.length);
      for (const [index, { EventPattern }] of failures.entries()) {
        expect(EventPattern.detail.status).toEqual(["FAILED", "TIMED_OUT"]);
        expect(EventPattern.detail.stateMachineArn).toHaveLength(
          machinesOf(LOCATIONS[index] as Location).length,
        );
      }
    });
  });

  describe("SQL", () => {
    it("each SQL tier has a workgroup with a scan limit", () => {
      const groups = ofType(stacks, "AWS::Athena::WorkGroup").map(({ resource }) => resource.Properties);
      expect(groups.map(({ Name }) => Name).sort()).toEqual(
        REGIONS.flatMap((region) =>
          (["standard", "large"] as const).map((tier) => names.workgroup(region, tier)),
        ).sort(),
      );
      for (const { Name, WorkGroupConfiguration } of groups) {
        const gigabytes = Name.endsWith("-large") ? 1000 : 10;
        expect(WorkGroupConfiguration.BytesScannedCutoffPerQuery).toBe(gigabytes * 1024 ** 3);
        expect(WorkGroupConfiguration.PublishCloudWatchMetricsEnabled).toBe(true);
      }
    });
  });
}

/** Values in a resource with names that indicate a secret, together with those names. */
function secretsIn({ Type, Properties }: Resource): [name: string, value: unknown][] {
  if (Type === "AWS::ApiGateway::ApiKey") return [["Value", Properties.Value]];
  // SECRETS contains names of secrets; a separate test checks them.
  const named = namedValues(Properties).filter(
    ([name, value]) => /SECRET|KEY$|api-key$/.test(name) && name !== "SECRETS" && value !== undefined,
  );
  // INVALID_API_KEY is the gateway's name for its response to requests without a key.
  return named.filter(([name]) => name !== "INVALID_API_KEY");
}

/** All values in a tree, with their names. */
function namedValues(tree: unknown): [name: string, value: unknown][] {
  if (typeof tree !== "object" || tree === null) return [];
  const { Name, HeaderName = Name, Value, HeaderValue = Value } = tree as Record<string, unknown>;
  const within = Object.entries(tree).flatMap(([name, value]): [string, unknown][] => [
    [name, value],
    ...namedValues(value),
  ]);
  return typeof HeaderName === "string" ? [[HeaderName, HeaderValue], ...within] : within;
}
