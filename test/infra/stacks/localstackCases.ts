import { describe, expect, it } from "vitest";
import { parseConfig } from "#infra/config.ts";
import { functionEnvironment } from "#infra/constructs/functionEnvironment.ts";
import { tenantStatements } from "#infra/constructs/permissions/grants.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import { type RoleOfTemplate, rolesOf } from "./roles.ts";
import { all, exampleContext, ON_ATHENA, ofType, synthesize } from "./synthesized.ts";

/** Defines tests that share a single synthesis with the tests in other files. */
export function localstackCases(): void {
  const { config, stacks } = synthesize({ target: "localstack" });

  /** Resource types in use that the community edition supports. */
  const SUPPORTED = [
    "AWS::ApiGateway::Account",
    "AWS::ApiGateway::Deployment",
    "AWS::ApiGateway::RestApi",
    "AWS::ApiGateway::Stage",
    "AWS::CDK::Metadata",
    "AWS::DynamoDB::Table",
    "AWS::Events::Rule",
    "AWS::IAM::Policy",
    "AWS::IAM::Role",
    "AWS::KMS::Alias",
    "AWS::KMS::Key",
    "AWS::Lambda::EventInvokeConfig",
    "AWS::Lambda::Function",
    "AWS::Lambda::Permission",
    "AWS::Logs::LogGroup",
    "AWS::S3::Bucket",
    "AWS::S3::BucketPolicy",
    "AWS::SQS::Queue",
    "AWS::SQS::QueuePolicy",
    "AWS::StepFunctions::StateMachine",
  ];

  describe("the same stacks for LocalStack", () => {
    it("the stacks contain only resources that LocalStack supports", () => {
      const types = new Set(all(stacks).map(({ resource }) => resource.Type));
      expect([...types].filter((type) => !SUPPORTED.includes(type))).toEqual([]);
      expect(types.size).toBeGreaterThan(10);
    });

    it("the stacks omit only edge, firewall, workgroups and dashboards", () => {
      expect(stacks.map(({ name }) => name).sort()).toEqual(
        ["Platform", "RegionEU", "RegionUS"].flatMap((location) =>
          ["Api", "Data", "Workflows"].map((part) => `${location}${part}`),
        ),
      );
    });

    it("the stacks use only CloudFormation functions that LocalStack knows", () => {
      expect(JSON.stringify(stacks)).not.toMatch(/Fn::GetStackOutput|Fn::ImportValue/);
    });

    it("the API accepts uploads and buffers responses", () => {
      for (const location of ["RegionEU", "RegionUS"]) {
        const [api] = ofType(
          stacks.filter(({ name }) => name === `${location}Api`),
          "AWS::ApiGateway::RestApi",
        );
        const body = api?.resource.Properties.Body;
        const upload = body.paths["/v2/workspace/{workspace}/data/load:uploadFile"].post;
        expect(upload.security).toEqual([]);
        expect(upload["x-amazon-apigateway-integration"].type).toBe("aws_proxy");
        expect(body["x-amazon-apigateway-binary-media-types"]).toEqual(["*/*"]);
        expect(JSON.stringify(body)).not.toContain("response-streaming-invocations");
      }
    });

    it("functions run SQL, even if the deployment on AWS uses Athena", () => {
      const config = parseConfig(exampleContext({ target: "localstack", ...ON_ATHENA }));
      const access = { location: "EU", needs: ["sql"], audience: "member" } as const;
      expect(settingsFrom(functionEnvironment(config, "runQuery", access)).athena).toBeNull();
      expect(
        tenantStatements(config, "EU", ["sql"])
          .flatMap(({ actions }) => actions)
          .join(),
      ).not.toMatch(/athena|glue/);
    });

    it("every AWS function exists with the same name and grants", () => {
      const aws = synthesize().stacks;
      const functionsOf = (of: typeof stacks): string[] =>
        ofType(of, "AWS::Lambda::Function").map(({ resource }) => resource.Properties.FunctionName as string);
      const here = functionsOf(stacks);
      const expected = functionsOf(aws).filter(
        (name) => name?.startsWith("workspace-") && !name.endsWith("-canary"),
      );
      expect(expected.filter((name) => !here.includes(name))).toEqual([]);
      const [rolesHere, rolesThere] = [rolesOf(stacks), rolesOf(aws)];
      const tenants = [...rolesThere.keys()].filter((name) => name.includes("-tenant-"));
      expect(tenants.length).toBeGreaterThan(10);
      for (const name of [...expected, ...tenants]) {
        expect(actionsOf(rolesThere, name).length, name).toBeGreaterThan(0);
        const missing = actionsOf(rolesThere, name);
        for (const action of actionsOf(rolesHere, name)) {
          expect(missing, name).toContain(action);
          missing.splice(missing.indexOf(action), 1);
        }
        // Athena and its results exist only on AWS.
        const rest = /-(sql|erase)/.test(name)
          ? missing.filter((action) => !/^Allow (athena|glue|s3):/.test(action))
          : missing;
        expect(rest, name).toEqual([]);
      }
    });

    it("all stacks are in LocalStack's single account", () => {
      expect(config.account).toBe("000000000000");
    });
  });
}

/** Returns the actions that a role allows, without their resources, which differ between accounts. */
function actionsOf(roles: Map<string, RoleOfTemplate>, name: string): string[] {
  return (roles.get(name)?.statements ?? [])
    .flatMap(({ Effect, Action }) => [Action].flat().map((action) => `${Effect} ${action}`))
    .sort();
}
