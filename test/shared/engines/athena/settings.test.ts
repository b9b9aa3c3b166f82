import { describe, expect, it } from "vitest";
import { settingsFrom } from "#shared/runtime/environment.ts";
import { exampleEnvironment } from "#test/support/exampleEnvironment.ts";

const environment = exampleEnvironment();
const athena = { SQL_ENGINE: "athena", ATHENA_WORKGROUP: "queries", ATHENA_OUTPUT: "s3://results/sql/" };

describe("the settings of the SQL engine", () => {
  it("the embedded engine is the default", () => {
    expect(settingsFrom(environment).athena).toBeNull();
    expect(settingsFrom({ ...environment, ...athena, SQL_ENGINE: "duckdb" }).athena).toBeNull();
  });

  it("Athena's settings name the workgroup and result location, with defaults for the rest", () => {
    expect(settingsFrom({ ...environment, ...athena }).athena).toEqual({
      workgroup: "queries",
      workgroups: {},
      output: "s3://results/sql/",
      catalog: "AwsDataCatalog",
      databasePrefix: "workspace_",
      timeoutSeconds: 240,
      embeddedBytes: null,
    });
  });

  it("with both engines, small queries use the embedded one", () => {
    const both = { ...environment, ...athena, SQL_ENGINE: "auto" };
    expect(settingsFrom(both).athena?.embeddedBytes).toBe(32_000_000);
    expect(settingsFrom({ ...both, EMBEDDED_QUERY_BYTES: "0" }).athena?.embeddedBytes).toBe(0);
    expect(() => settingsFrom({ ...both, ATHENA_OUTPUT: undefined })).toThrow("SQL_ENGINE=auto needs");
    expect(settingsFrom({ ...both, REGION: undefined })).toMatchObject({
      athena: null,
      sqlDatabasePrefix: "workspace_",
    });
  });

  it("individual workspaces can have a different workgroup", () => {
    const others = { ATHENA_WORKGROUPS: '{"large":["17","18"]}' };
    const { athena: read } = settingsFrom({ ...environment, ...athena, ...others });
    expect(read?.workgroups).toEqual({ 17: "large", 18: "large" });
  });

  it("the platform, which does not run queries, knows only the database naming scheme", () => {
    const platform = { ...environment, REGION: undefined };
    expect(settingsFrom(platform).sqlDatabasePrefix).toBeNull();
    const asked = settingsFrom({ ...platform, SQL_ENGINE: "athena" });
    expect(asked).toMatchObject({ athena: null, sqlDatabasePrefix: "workspace_" });
  });

  it("Athena and Glue can have other endpoints", () => {
    const others = { AWS_ENDPOINT_URL_ATHENA: "http://a", AWS_ENDPOINT_URL_GLUE: "http://g" };
    const { endpoints } = settingsFrom({ ...environment, ...athena, ...others });
    expect(endpoints).toMatchObject({ athena: "http://a", glue: "http://g" });
  });

  it.each([
    [{ ATHENA_WORKGROUP: undefined }, "SQL_ENGINE=athena needs ATHENA_WORKGROUP and ATHENA_OUTPUT"],
    [{ ATHENA_OUTPUT: undefined }, "SQL_ENGINE=athena needs ATHENA_WORKGROUP and ATHENA_OUTPUT"],
    [{ ATHENA_OUTPUT: "s3://results" }, "ATHENA_OUTPUT"],
    [{ ATHENA_OUTPUT: "https://results/" }, "ATHENA_OUTPUT"],
    [{ ATHENA_DATABASE_PREFIX: "Workspace-" }, "ATHENA_DATABASE_PREFIX"],
    [{ ATHENA_TIMEOUT_SECONDS: "0" }, "ATHENA_TIMEOUT_SECONDS"],
    [{ ATHENA_WORKGROUPS: '{"large":["lab"]}' }, "ATHENA_WORKGROUPS"],
    [{ ATHENA_WORKGROUPS: "large" }, "ATHENA_WORKGROUPS"],
    [{ SQL_ENGINE: "presto" }, "SQL_ENGINE"],
  ])("missing or invalid settings are reported: %j", (wrong, message) => {
    expect(() => settingsFrom({ ...environment, ...athena, ...wrong })).toThrow(message);
  });
});
