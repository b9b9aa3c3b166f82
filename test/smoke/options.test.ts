import { CommanderError } from "commander";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CHECKS, optionsFrom } from "./options.ts";

const BASE = ["--base-url", "https://api.example.org/"];

describe("smoke test options", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  it("the options default to a token from the environment, the region EU and all checks", () => {
    vi.stubEnv("SMOKE_STAFF_TOKEN", "t");
    expect(optionsFrom(BASE)).toEqual({
      baseUrl: "https://api.example.org",
      staffToken: "t",
      region: "EU",
      environment: "example",
      patience: 300,
      keep: false,
      only: Object.keys(CHECKS),
      dataDirectory: ".data",
    });
  });

  it("chosen checks run in the order of all checks", () => {
    expect(optionsFrom([...BASE, "--only", "pathEscaping,journey,"]).only).toEqual([
      "journey",
      "pathEscaping",
    ]);
  });

  it.each([
    [["--base-url", "api.example.org"]],
    [["--base-url", "https://api.example.org/v2"]],
    [["--base-url", "https://user:secret@api.example.org"]],
    [[...BASE, "--region", "APAC"]],
    [[...BASE, "--patience", "0"]],
    [[...BASE, "--patience", "1e9"]],
    [[...BASE, "--tenant-role", "workspace-eu-tenant"]],
    [[...BASE, "--only", "journey,x"]],
    [[...BASE, "journey"]],
    [[...BASE, "--unknown"]],
  ])("the options %j are rejected in one line", (args) => {
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    expect(() => optionsFrom(args)).toThrow(CommanderError);
    expect(write.mock.calls.map(([text]) => text).join("")).toMatch(/^error: [^\n]+\n$/);
  });
});
