import { describe, expect, it } from "vitest";
import { isLargeUpload, operationsOf, stepsOf } from "#infra/constructs/placedFunctions.ts";
import { names, REGIONS } from "#infra/names.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import { rolesOf, rolesOfFunction } from "./roles.ts";
import { type Call, isAllowed } from "./simulatePolicy.ts";
import { ACCOUNT, ofType, synthesize } from "./synthesized.ts";

/** Defines its tests, which share one synthesis with those of other files. */
export function sqlPrivilegeCases(): void {
  const { config, stacks } = synthesize({ sql: { engine: "athena" } });
  const roles = rolesOf(stacks);

  /** What the engine calls, for workspace 17 of Europe. */
  const CALLS: Call[] = [
    ...["StartQueryExecution", "GetQueryExecution", "StopQueryExecution"].map((verb) => ({
      action: `athena:${verb}`,
      resource: `arn:aws:athena:eu-central-1:${ACCOUNT}:workgroup/workspace-eu-standard`,
    })),
    ...["catalog", "database/workspace_17", "table/workspace_17/t_1"].map((resource) => ({
      action: "glue:CreateTable",
      resource: `arn:aws:glue:eu-central-1:${ACCOUNT}:${resource}`,
    })),
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
    { action: "glue:GetTable", resource: `arn:aws:glue:eu-central-1:${ACCOUNT}:table/workspace_171/t_1` },
    { action: "glue:CreateDatabase", resource: `arn:aws:glue:eu-central-1:${ACCOUNT}:database/workspace_18` },
    { action: "glue:CreateTable", resource: `arn:aws:glue:us-east-1:${ACCOUNT}:table/workspace_17/t_1` },
    { action: "s3:GetObject", resource: `arn:aws:s3:::workspace-eu-results-${ACCOUNT}/ws/18/run/1/a` },
    {
      action: "s3:PutObject",
      resource: `arn:aws:s3:::workspace-lake-eu-${ACCOUNT}/ws/18/sql/tables/t/files`,
    },
  ];

  const asWorkspace17 = (call: Call): Call => ({
    ...call,
    context: { ...call.context, "aws:PrincipalTag/workspace": "17" },
  });

  describe("SQL on Athena", () => {
    const functions = [...operationsOf(config, "EU"), ...stepsOf("EU")].map((placed) => {
      const isUpload = "operation" in placed && isLargeUpload(placed);
      return { ...placed, roleName: names.function("EU", isUpload ? "uploads" : placed.name) };
    });

    it.each(functions.map((placed) => [placed.name, placed] as const))(
      "is for %s what its contract says",
      (_, placed) => {
        const { own, tenant } = rolesOfFunction(roles, placed.roleName, placed);
        const needsSql = placed.needs.includes("sql");
        for (const call of CALLS) {
          const isOfLake = call.resource.includes("workspace-lake");
          if (isOfLake && placed.needs.includes("lake:write")) continue;
          expect(isAllowed(tenant, asWorkspace17(call)), `${call.action} ${call.resource}`).toBe(needsSql);
          expect(isAllowed(own, asWorkspace17(call)), `${call.action} ${call.resource}`).toBe(false);
        }
        for (const call of FOREIGN) {
          expect(isAllowed(tenant, asWorkspace17(call)), `${call.action} ${call.resource}`).toBe(false);
        }
      },
    );

    it("is told to functions in the settings that they read", () => {
      for (const region of REGIONS) {
        const name = names.function(region, "runQuery");
        const found = ofType(stacks, "AWS::Lambda::Function").find(
          ({ resource }) => resource.Properties.FunctionName === name,
        );
        expect(settingsFrom(found?.resource.Properties.Environment.Variables).athena).toMatchObject({
          workgroup: names.workgroup(region, "standard"),
          output: `s3://${names.resultBucket(config, region)}/`,
          databasePrefix: "workspace_",
        });
      }
    });

    it("is off unless it is asked for", () => {
      const text = JSON.stringify(ofType(synthesize().stacks, "AWS::IAM::Role"));
      expect(text).not.toContain("athena:");
    });
  });
}
