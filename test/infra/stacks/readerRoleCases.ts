import { describe, expect, it } from "vitest";
import { readerRoleName } from "#infra/constructs/permissions/readerRole.ts";
import { operationsOf, stepsOf } from "#infra/constructs/placedFunctions.ts";
import { bucketArn, names, REGIONS, roleArn } from "#infra/names.ts";
import { rolesOf } from "./roles.ts";
import { isAllowed } from "./simulatePolicy.ts";
import { synthesize } from "./synthesized.ts";

/** Defines tests of the role for tools that read tables as Iceberg tables. */
export function readerRoleCases(): void {
  const { config, stacks } = synthesize();

  describe("the role for tools that read tables", () => {
    const may = (key: string, tag: string | null, action = "s3:GetObject"): boolean[] =>
      REGIONS.map((region) => {
        const { statements } = rolesOf(stacks).get(readerRoleName(region)) ?? { statements: [] };
        const context: Record<string, string> = tag === null ? {} : { "aws:PrincipalTag/workspace": tag };
        return isAllowed(statements, { action, resource: `${bucketArn(config, region)}/${key}`, context });
      });
    const all = [true, true];
    const none = [false, false];

    it("the role reads only rows and metadata of the tagged workspace", () => {
      for (const key of [
        "loads/5-1/6.parquet",
        "tables/8/merged/9.parquet",
        "tables/8/iceberg/snapshots/9.avro",
      ]) {
        expect(may(`ws/17/${key}`, "17"), key).toEqual(all);
        expect(may(`ws/17/${key}`, "18"), key).toEqual(none);
        expect(may(`ws/17/${key}`, null), key).toEqual(none);
        expect(may(`ws/17/${key}`, "17", "s3:PutObject"), key).toEqual(none);
        expect(may(`ws/17/${key}`, "17", "s3:DeleteObject"), key).toEqual(none);
      }
    });

    it("the role cannot read uploads, reports, lists, artifacts, task inputs or results", () => {
      const keys = [
        ...["ws/17/uploads/5/6", "ws/17/loads/5-1/report-6.json", "ws/17/tables/8/segments/9.json"],
        ...["ws/17/artifacts/5/model.json", "ws/17/tasks/5/snapshots/a.parquet", "results/17/5"],
      ];
      for (const key of keys) expect(may(key, "17"), key).toEqual(none);
    });

    it("only the operations that issue credentials can assume the role", () => {
      const roles = rolesOf(stacks);
      for (const region of REGIONS) {
        const resource = roleArn(config, readerRoleName(region));
        const placed = [...operationsOf(config, region), ...stepsOf(region)].map(({ name }) => name);
        const assuming = placed.filter((name) => {
          const { statements } = roles.get(names.function(region, name)) ?? { statements: [] };
          return isAllowed(statements, { action: "sts:AssumeRole", resource });
        });
        expect(assuming.toSorted()).toEqual(["getIcebergCredentials", "loadIcebergTable"]);
      }
    });
  });
}
