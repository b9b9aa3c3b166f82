import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rolesOf } from "./roles.ts";
import { ofType, synthesize } from "./synthesized.ts";

/** Defines tests that share a single synthesis with the tests in other files. */
export function watchCases(): void {
  const { stacks } = synthesize();

  describe("monitoring", () => {
    const alarms = ofType(stacks, "AWS::CloudWatch::Alarm").map(({ resource }) => resource.Properties);

    it("errors, latency, throttles, dead letters, failed executions and waiting SQL have alarms", () => {
      const alarmNames = alarms.map(({ AlarmName }) => AlarmName as string).sort();
      const ofEach = [
        ...[
          "server-errors",
          "server-errors-few",
          "latency",
          "function-errors",
          "function-throttles",
          "dead-letters",
        ],
        ...["idp-failures", "sweepers-stopped", "executions-throttled"],
      ];
      const expected = [
        ...["platform", "eu", "us"].flatMap((location) =>
          [...ofEach, "table-throttles"].map((name) => `workspace-${location}-${name}`),
        ),
        ...["provisioning", "deletion"].map((name) => `workspace-platform-failed-workspace-${name}`),
        ...["eu", "us"].flatMap((region) => [
          `workspace-${region}-failed-workspace-load-${region}`,
          `workspace-${region}-failed-workspace-task-${region}`,
          `workspace-${region}-failed-workspace-query-${region}`,
          `workspace-${region}-failed-workspace-maintenance-${region}`,
          `workspace-${region}-upload-errors`,
          `workspace-${region}-canary`,
          `workspace-${region}-commits-waiting`,
          `workspace-${region}-sql-queueing-large`,
          `workspace-${region}-sql-queueing-standard`,
        ]),
        ...[
          "edge-errors-platform",
          "edge-errors-eu",
          "edge-errors-us",
          "firewall-blocks",
          "firewall-tokens",
        ].map((name) => `workspace-${name}`),
      ];
      expect(alarmNames).toEqual(expected.sort());
    });

    it("missing data from scheduled work raises an alarm", () => {
      const breaching = alarms.filter(({ TreatMissingData }) => TreatMissingData === "breaching");
      expect(breaching.map(({ AlarmName }) => AlarmName).sort()).toEqual([
        ...[
          "eu-canary",
          "eu-sweepers-stopped",
          "platform-sweepers-stopped",
          "us-canary",
          "us-sweepers-stopped",
        ].map((name) => `workspace-${name}`),
      ]);
    });

    it("a metric sum works even if only one of the metrics has data", () => {
      const sums = alarms.flatMap(({ AlarmName, Metrics = [] }) =>
        (Metrics as { Id: string; Expression?: string }[]).flatMap(({ Expression = "" }) =>
          / [+-] /.test(Expression) && !Expression.startsWith("IF(") ? [{ AlarmName, Expression }] : [],
        ),
      );
      expect(sums.length).toBeGreaterThan(8);
      for (const { AlarmName, Expression } of sums) {
        for (const part of Expression.split(/ [+-] /)) expect(part, AlarmName).toMatch(/^FILL\(\w+, 0\)$/);
      }
    });

    it("the canary has its own workspace, and may read one secret", () => {
      for (const region of ["eu", "us"]) {
        const canary = ofType(stacks, "AWS::Lambda::Function").find(
          ({ resource }) => resource.Properties.FunctionName === `workspace-${region}-canary`,
        );
        expect(canary?.resource.Properties.Environment.Variables).toMatchObject({
          PLATFORM_URL: "https://api.example.org",
          CANARY_WORKSPACE: `canary-${region}`,
        });
        const role = rolesOf(stacks).get(`workspace-${region}-canary`);
        const actions = role?.statements.flatMap(({ Action }) => Action).sort();
        expect(actions).toEqual([
          ...["logs:CreateLogStream", "logs:PutLogEvents", "secretsmanager:GetSecretValue"],
          ...["xray:PutTelemetryRecords", "xray:PutTraceSegments"],
        ]);
      }
    });

    it("the firewall logs refused requests without secrets", () => {
      const [logging] = ofType(stacks, "AWS::WAFv2::LoggingConfiguration");
      expect(logging?.resource.Properties).toMatchObject({
        LogDestinationConfigs: [{ "Fn::Join": expect.anything() }],
        RedactedFields: [
          { SingleHeader: { Name: "authorization" } },
          { SingleHeader: { Name: "cookie" } },
          { SingleHeader: { Name: "x-api-key" } },
          { QueryString: {} },
        ],
        LoggingFilter: {
          DefaultBehavior: "DROP",
          Filters: [{ Behavior: "KEEP", Conditions: [{ ActionCondition: { Action: "BLOCK" } }] }],
        },
      });
    });

    it("upload errors are counted by matching the wording of the upload server's log", () => {
      const filters = ofType(stacks, "AWS::Logs::MetricFilter").map(({ stack, resource }) => ({
        stack: stack.name,
        ...resource.Properties,
      }));
      expect(filters.map(({ stack }) => stack)).toEqual(["RegionEUOperations", "RegionUSOperations"]);
      const logs = ofType(stacks, "AWS::Logs::LogGroup").map(
        ({ resource }) => resource.Properties.LogGroupName,
      );
      const text = JSON.stringify(ofType(stacks, "AWS::CloudWatch::Alarm").map(({ resource }) => resource));
      for (const { FilterPattern, LogGroupName, MetricTransformations } of filters) {
        expect(logs).toContain(LogGroupName);
        expect(FilterPattern).toBe('"unexpected error"');
        expect(text).toContain(`"MetricName":"${MetricTransformations[0].MetricName}"`);
      }
      expect(readFileSync("shared/http/errors.ts", "utf8")).toContain('log().error("unexpected error"');
    });

    it("every alarm notifies someone and links to its section of the operations manual", () => {
      const manual = readFileSync("docs/operations.md", "utf8");
      for (const { AlarmName, AlarmActions, AlarmDescription } of alarms) {
        expect(AlarmActions, AlarmName).toHaveLength(1);
        const [, anchor = ""] = /docs\/operations\.md#(\S+)$/.exec(AlarmDescription) ?? [];
        expect(manual.split("\n"), AlarmName).toContain(`### ${anchor}`);
      }
      expect(ofType(stacks, "AWS::SNS::Subscription")).toHaveLength(4);
    });

    it("each environment has a dashboard", () => {
      const pages = ofType(stacks, "AWS::CloudWatch::Dashboard").map(
        ({ resource }) => resource.Properties.DashboardName,
      );
      expect(pages.sort()).toEqual(["workspace-edge", "workspace-eu", "workspace-platform", "workspace-us"]);
    });

    it("dashboards name existing APIs, tables, queues, machines and workgroups", () => {
      const real = {
        ApiName: ofType(stacks, "AWS::ApiGateway::RestApi").map(({ resource }) => resource.Properties.Name),
        TableName: ofType(stacks, "AWS::DynamoDB::Table").map(
          ({ resource }) => resource.Properties.TableName,
        ),
        QueueName: ofType(stacks, "AWS::SQS::Queue").map(({ resource }) => resource.Properties.QueueName),
        WorkGroup: ofType(stacks, "AWS::Athena::WorkGroup").map(({ resource }) => resource.Properties.Name),
      } as Record<string, string[]>;
      const text = JSON.stringify(ofType(stacks, "AWS::CloudWatch::Alarm").map(({ resource }) => resource));
      const used = [...text.matchAll(/"Name":"(ApiName|TableName|QueueName|WorkGroup)","Value":"([^"]+)"/g)];
      expect(used.length).toBeGreaterThan(12);
      for (const [, kind = "", name = ""] of used) expect(real[kind], `${kind} ${name}`).toContain(name);
    });
  });
}
