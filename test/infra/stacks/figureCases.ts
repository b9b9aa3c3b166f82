import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MAX_OPERATION_BYTES } from "#infra/bundle.ts";
import { functionEnvironment } from "#infra/constructs/functionEnvironment.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import { ofType, synthesize } from "./synthesized.ts";

/** Defines tests that share a single synthesis with the tests in other files. */
export function figureCases(): void {
  const { config, stacks } = synthesize();
  const document = (name: string): string =>
    readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), "utf8");
  const rowOf = (name: string, title: string): string => {
    const row = document(name)
      .split("\n")
      .find((line) => line.startsWith(`| ${title} |`));
    if (row === undefined) throw new Error(`docs/${name}.md has no row "${title}"`);
    return row;
  };
  const text = (value: number): string => value.toLocaleString("en-US");

  describe("figures in the documents", () => {
    it("operation counts in the documents differ from the templates by at most 10 %", () => {
      const row = rowOf("scaling", "Operations");
      const [, operations, resources, kilobytes] =
        /now has (\d+), with (\d+) resources and (\d+) KB/.exec(row)?.map(Number) ?? [];
      const [, roles] = /\((\d+) now\)/.exec(row)?.map(Number) ?? [];
      const api = stacks.filter(({ name }) => name === "RegionEUApi");
      const template = api[0]?.resources ?? {};
      const actual = {
        operations: ofType(api, "AWS::Lambda::Function").length,
        resources: Object.keys(template).length,
        kilobytes: JSON.stringify({ Resources: template }).length / 1000,
        roles: ofType(stacks, "AWS::IAM::Role").length,
      };
      for (const [name, named] of Object.entries({ operations, resources, kilobytes, roles })) {
        const counted = actual[name as keyof typeof actual];
        expect(Math.abs((named ?? 0) / counted - 1), `${name}: ${named}, counted ${counted}`).toBeLessThan(
          0.1,
        );
      }
    });

    it("the documented number of alarms is that of the templates", () => {
      const alarms = ofType(stacks, "AWS::CloudWatch::Alarm").length;
      const composites = ofType(stacks, "AWS::CloudWatch::CompositeAlarm").length;
      expect(document("costs")).toContain(`| ${alarms + composites} alarms, four dashboards |`);
    });

    it("documented settings have the actual defaults", () => {
      const { edge, reservedConcurrency, retention, sql, throttle, workspaceLimits } = config;
      if (!edge || reservedConcurrency === false) throw new Error("The defaults have an edge and reserve");
      const { tasks, files, compactions, commits } = reservedConcurrency;
      const access = { location: "platform", needs: [], audience: "user" } as const;
      const { invalidTokensPerAddress } = settingsFrom(functionEnvironment(config, "getMe", access));
      const rows = {
        "`sql.embeddedBytes`": [sql.embeddedBytes],
        "`sql.scanGigabytes`": [sql.scanGigabytes.standard, sql.scanGigabytes.large],
        "`retention`": [retention.workspaceDays, retention.logDays, retention.resultDays],
        "`throttle`": [throttle.rate, throttle.burst],
        "`edge.requestsPerAddress`, `edge.requestsWithoutToken`, `edge.requestsPerToken`": [
          edge.requestsPerAddress,
          edge.requestsWithoutToken,
          edge.requestsPerToken,
        ],
        "`invalidTokensPerAddress`": [invalidTokensPerAddress],
        "`workspaceLimits`": [
          workspaceLimits.requestsPerSecond,
          workspaceLimits.queries,
          workspaceLimits.uploads,
        ],
        "`reservedConcurrency`": [tasks, files, compactions, commits],
      };
      for (const [title, values] of Object.entries(rows)) {
        const named = rowOf("deploy", title).match(/\d[\d,]*/g) ?? [];
        expect(named.slice(0, values.length), title).toEqual(values.map(text));
      }
      expect(document("deploy")).toContain(`${tasks + files + compactions + commits} of them are reserved`);
      expect(document("scaling")).toContain(`${tasks + files + compactions + commits} of them are reserved`);
    });

    it("the documented script size is the tested limit", () => {
      expect(document("deploy")).toContain(
        `the script of an operation has at most ${text(MAX_OPERATION_BYTES / 1024)} KB`,
      );
    });
  });
}
