import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ofType, synthesize } from "./synthesized.ts";

/** Defines its tests, which share one synthesis with those of other files. */
export function watchCases(): void {
  const { stacks } = synthesize();

  describe("what is watched", () => {
    const alarms = ofType(stacks, "AWS::CloudWatch::Alarm").map(({ resource }) => resource.Properties);

    it("are errors, latency, throttles, dead letters, failed executions, and SQL that waits", () => {
      const alarmNames = alarms.map(({ AlarmName }) => AlarmName as string).sort();
      const ofEach = ["server-errors", "latency", "function-errors", "function-throttles", "dead-letters"];
      const expected = [
        ...["platform", "eu", "us"].flatMap((place) =>
          [...ofEach, "table-throttles"].map((name) => `workspace-${place}-${name}`),
        ),
        ...["provisioning", "deletion"].map((name) => `workspace-platform-failed-workspace-${name}`),
        ...["eu", "us"].flatMap((region) => [
          `workspace-${region}-failed-workspace-load-${region}`,
          `workspace-${region}-failed-workspace-task-${region}`,
          `workspace-${region}-failed-workspace-maintenance-${region}`,
          `workspace-${region}-upload-errors`,
          `workspace-${region}-sql-queueing-large`,
          `workspace-${region}-sql-queueing-standard`,
        ]),
      ];
      expect(alarmNames).toEqual(expected.sort());
    });

    it("counts the errors of uploads in their server's own log, by the words that this log has", () => {
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

    it("is told to somebody, and says where to read on", () => {
      const manual = readFileSync("docs/operations.md", "utf8");
      for (const { AlarmName, AlarmActions, AlarmDescription } of alarms) {
        expect(AlarmActions, AlarmName).toHaveLength(1);
        const [, anchor = ""] = /docs\/operations\.md#(\S+)$/.exec(AlarmDescription) ?? [];
        expect(manual.split("\n"), AlarmName).toContain(`### ${anchor}`);
      }
      expect(ofType(stacks, "AWS::SNS::Subscription")).toHaveLength(3);
    });

    it("is shown on a page for each place", () => {
      const pages = ofType(stacks, "AWS::CloudWatch::Dashboard").map(
        ({ resource }) => resource.Properties.DashboardName,
      );
      expect(pages.sort()).toEqual(["workspace-eu", "workspace-platform", "workspace-us"]);
    });

    it("names what there is: APIs, tables, queues, machines, workgroups", () => {
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
