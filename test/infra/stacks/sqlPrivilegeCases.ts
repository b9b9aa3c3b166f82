import { describe, expect, it } from "vitest";
import { documentation } from "#functions/documentation.ts";
import { parseConfig } from "#infra/config.ts";
import { functionEnvironment } from "#infra/constructs/functionEnvironment.ts";
import { tenantStatements } from "#infra/constructs/permissions/grants.ts";
import { isLargeUpload, operationsOf, stepsOf } from "#infra/constructs/placedFunctions.ts";
import { names, REGIONS } from "#infra/names.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { rolesOf, rolesOfFunction } from "./roles.ts";
import { type Call, isAllowed } from "./simulatePolicy.ts";
import { ACCOUNT, exampleContext, ON_ATHENA, ofType, synthesize } from "./synthesized.ts";

/** Defines tests that share a single synthesis with the tests in other files. */
export function sqlPrivilegeCases(): void {
  const { config, stacks } = synthesize(ON_ATHENA);
  const roles = rolesOf(stacks);

  /** AWS calls by the engine for workspace 17 in Europe. */
  const CALLS: Call[] = [
    ...["StartQueryExecution", "GetQueryExecution", "StopQueryExecution"].map((verb) => ({
      action: `athena:${verb}`,
      resource: `arn:aws:athena:eu-central-1:${ACCOUNT}:workgroup/workspace-eu-standard`,
    })),
    ...["CreateTable", "GetTables", "DeleteTable"].flatMap((verb) =>
      ["catalog", "database/workspace_17", "table/workspace_17/t_1"].map((resource) => ({
        action: `glue:${verb}`,
        resource: `arn:aws:glue:eu-central-1:${ACCOUNT}:${resource}`,
      })),
    ),
    { action: "glue:GetDatabase", resource: `arn:aws:glue:eu-central-1:${ACCOUNT}:database/default` },
    ...["GetObject", "PutObject", "DeleteObject"].map((verb) => ({
      action: `s3:${verb}`,
      resource: `arn:aws:s3:::workspace-eu-results-${ACCOUNT}/ws/17/run/1/a`,
    })),
    {
      action: "s3:PutObject",
      resource: `arn:aws:s3:::workspace-lake-eu-${ACCOUNT}/ws/17/sql/tables/t/files`,
    },
    { action: "s3:GetBucketLocation", resource: `arn:aws:s3:::workspace-eu-results-${ACCOUNT}` },
  ];

  const FOREIGN: Call[] = [
    {
      action: "athena:StartQueryExecution",
      resource: `arn:aws:athena:eu-central-1:${ACCOUNT}:workgroup/primary`,
    },
    {
      action: "athena:StartQueryExecution",
      resource: `arn:aws:athena:eu-central-1:${ACCOUNT}:workgroup/workspace-eu-large`,
    },
    { action: "glue:GetTable", resource: `arn:aws:glue:eu-central-1:${ACCOUNT}:table/default/t_1` },
    {
      action: "glue:DeleteDatabase",
      resource: `arn:aws:glue:eu-central-1:${ACCOUNT}:database/workspace_17`,
    },
    { action: "glue:GetTable", resource: `arn:aws:glue:eu-central-1:${ACCOUNT}:table/workspace_171/t_1` },
    ...["DeleteTable", "GetTables", "BatchDeleteTable"].flatMap((verb) =>
      ["database/workspace_18", "table/workspace_18/t_1", "table/workspace_171/t_1", "table/default/t_1"].map(
        (resource) => ({
          action: `glue:${verb}`,
          resource: `arn:aws:glue:eu-central-1:${ACCOUNT}:${resource}`,
        }),
      ),
    ),
    {
      action: "glue:BatchDeleteTable",
      resource: `arn:aws:glue:eu-central-1:${ACCOUNT}:table/workspace_17/t_1`,
    },
    { action: "glue:DeleteTable", resource: `arn:aws:glue:us-east-1:${ACCOUNT}:table/workspace_17/t_1` },
    { action: "glue:CreateDatabase", resource: `arn:aws:glue:eu-central-1:${ACCOUNT}:database/workspace_18` },
    { action: "glue:CreateTable", resource: `arn:aws:glue:us-east-1:${ACCOUNT}:table/workspace_17/t_1` },
    { action: "s3:GetObject", resource: `arn:aws:s3:::workspace-eu-results-${ACCOUNT}/ws/18/run/1/a` },
    {
      action: "s3:PutObject",
      resource: `arn:aws:s3:::workspace-lake-eu-${ACCOUNT}/ws/18/sql/tables/t/files`,
    },
  ];

  const asWorkspace = (call: Call, id: string): Call => ({
    ...call,
    context: { ...call.context, "aws:PrincipalTag/workspace": id },
  });
  const asWorkspace17 = (call: Call): Call => asWorkspace(call, "17");

  /** Glue requires permission for a database and everything that it may contain. */
  const drop = (awsRegion: string, id: string): Call[] =>
    ["catalog", "database/workspace_", "table/workspace_", "userDefinedFunction/workspace_"].map((kind) => ({
      action: "glue:DeleteDatabase",
      resource: `arn:aws:glue:${awsRegion}:${ACCOUNT}:${kind}${kind.includes("/") ? id : ""}${
        /^(table|user)/.test(kind) ? "/x" : ""
      }`,
    }));

  describe("SQL on Athena", () => {
    const platform = [...operationsOf(config, "platform"), ...stepsOf("platform")]
      .filter(({ name }) => !(name in documentation))
      .map((placed) => ({ ...placed, roleName: names.function("platform", placed.name) }));

    function settingsOf(functionName: string): Settings {
      const runner = ofType(stacks, "AWS::Lambda::Function").find(
        ({ resource }) => resource.Properties.FunctionName === functionName,
      );
      return settingsFrom(runner?.resource.Properties.Environment.Variables);
    }

    const functions = [...operationsOf(config, "EU"), ...stepsOf("EU")].map((placed) => {
      const isUpload = "operation" in placed && isLargeUpload(placed);
      return { ...placed, roleName: names.function("EU", isUpload ? "uploads" : placed.name) };
    });

    it.each(functions.map((placed) => [placed.name, placed] as const))(
      "%s has exactly the access to Athena that its contract states",
      (_, placed) => {
        const { ownStatements, tenant } = rolesOfFunction(roles, placed.roleName, placed);
        const needsSql = placed.needs.includes("sql");
        for (const call of CALLS) {
          const isOfLake = call.resource.includes("workspace-lake");
          if (isOfLake && placed.needs.includes("lake:write")) continue;
          expect(isAllowed(tenant, asWorkspace17(call)), `${call.action} ${call.resource}`).toBe(needsSql);
          expect(isAllowed(ownStatements, asWorkspace17(call)), `${call.action} ${call.resource}`).toBe(
            false,
          );
        }
        for (const call of FOREIGN) {
          expect(isAllowed(tenant, asWorkspace17(call)), `${call.action} ${call.resource}`).toBe(false);
        }
      },
    );

    it("only sessions of the named workspaces can use the larger tier", () => {
      const call = {
        action: "athena:StartQueryExecution",
        resource: `arn:aws:athena:eu-central-1:${ACCOUNT}:workgroup/workspace-eu-large`,
      };
      const withSql = functions.filter(({ needs }) => needs.includes("sql"));
      expect(withSql.map(({ name }) => name).sort()).toEqual([
        "checkKeys",
        "computeStoredQuery",
        "createOrder",
        "diffTableRows",
        "downloadTable",
        "getProjectSummary",
        "getQueryResult",
        "getStatementPage",
        "prepareTask",
        "runQuery",
        "updateTable",
        "writeOrderDna",
        "writeOrderPrimers",
      ]);
      for (const placed of withSql) {
        const { tenant } = rolesOfFunction(roles, placed.roleName, placed);
        expect(isAllowed(tenant, asWorkspace(call, "21"))).toBe(true);
        expect(isAllowed(tenant, asWorkspace(call, "2"))).toBe(false);
        expect(isAllowed(tenant, call)).toBe(false);
        expect(settingsOf(placed.roleName).athena).toMatchObject({
          workgroup: "workspace-eu-standard",
          workgroups: { 21: "workspace-eu-large" },
        });
      }
    });

    it("the larger tier can be the default", () => {
      const large = parseConfig(exampleContext({ sql: { ...ON_ATHENA.sql, tier: "large" } }));
      const access = { location: "EU", needs: ["sql"], audience: "member" } as const;
      const variables = functionEnvironment(large, "runQuery", access);
      expect(variables.ATHENA_WORKGROUP).toBe("workspace-eu-large");
      expect(variables.ATHENA_WORKGROUPS).toBeUndefined();
    });

    it.each(platform.map((placed) => [placed.name, placed] as const))(
      "%s removes a workspace's SQL resources in both regions if and only if its contract says so",
      (_, placed) => {
        const { ownStatements, tenant } = rolesOfFunction(roles, placed.roleName, placed);
        const drops = placed.needs.includes("sql:drop");
        expect(drops).toBe(placed.name === "purgeWorkspace");
        for (const call of [...drop("eu-central-1", "17"), ...drop("us-east-1", "17")]) {
          expect(isAllowed(tenant, asWorkspace17(call)), call.resource).toBe(drops);
          expect(isAllowed(ownStatements, asWorkspace17(call)), call.resource).toBe(false);
        }
        const foreign = ["18", "171", "1"].flatMap((id) => drop("eu-central-1", id).slice(1));
        for (const call of [...foreign, ...CALLS.filter(({ action }) => !action.startsWith("s3:"))]) {
          expect(isAllowed(tenant, asWorkspace17(call)), `${call.action} ${call.resource}`).toBe(false);
        }
        const { athena, sqlDatabasePrefix } = settingsOf(placed.roleName);
        expect([athena, sqlDatabasePrefix]).toEqual([null, drops ? "workspace_" : null]);
      },
    );

    it("results expire before a deleted workspace's data", () => {
      const buckets = ofType(stacks, "AWS::S3::Bucket").filter(({ id }) => id.startsWith("Results"));
      expect(buckets).toHaveLength(2);
      for (const { resource } of buckets) {
        const { LifecycleConfiguration, VersioningConfiguration } = resource.Properties;
        expect(VersioningConfiguration).toBeUndefined();
        const [rule] = LifecycleConfiguration.Rules;
        expect(rule).toMatchObject({ Status: "Enabled" });
        expect(rule.Prefix ?? rule.Filter).toBeUndefined();
        expect(rule.ExpirationInDays).toBeLessThanOrEqual(config.retention.workspaceDays);
      }
    });

    it("functions get the Athena settings", () => {
      for (const region of REGIONS) {
        expect(settingsOf(names.function(region, "runQuery")).athena).toMatchObject({
          workgroup: names.workgroup(region, "standard"),
          output: `s3://${names.resultBucket(config, region)}/`,
          databasePrefix: "workspace_",
        });
      }
    });

    it("by default, Athena runs all but small queries, unless one engine is configured", () => {
      const access = { location: "EU", needs: ["sql"], audience: "member" } as const;
      const of = (sql?: object) => {
        const config = parseConfig(exampleContext(sql ? { sql } : {}));
        const { SQL_ENGINE } = functionEnvironment(config, "runQuery", access);
        return [SQL_ENGINE, JSON.stringify(tenantStatements(config, "EU", ["sql"])).includes("athena:")];
      };
      expect(of()).toEqual(["auto", true]);
      expect(of({ engine: "athena" })).toEqual(["athena", true]);
      expect(of({ engine: "duckdb" })).toEqual([undefined, false]);
    });
  });
}
