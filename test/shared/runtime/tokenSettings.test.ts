import { expect, test } from "vitest";
import { type Environment, settingsFrom } from "#shared/runtime/environment.ts";
import { exampleEnvironment } from "../../support/exampleEnvironment.ts";

const idpOf = (more: Environment) => settingsFrom({ ...exampleEnvironment(), ...more }).idp;

test("TOKEN_PREFIX is a list, and empty by default", () => {
  expect(idpOf({})?.tokenPrefixes).toEqual([]);
  expect(idpOf({ TOKEN_PREFIX: "pdp_" })?.tokenPrefixes).toEqual(["pdp_"]);
  expect(idpOf({ TOKEN_PREFIX: " ca_, m2m_,," })?.tokenPrefixes).toEqual(["ca_", "m2m_"]);
});

test("an empty variable counts as absent", () => {
  const optional = { QUERIES_PER_WORKSPACE: "", DOCS_PORTAL_URL: "", SQL_ENGINE: "", TOKEN_PREFIX: "" };
  expect(settingsFrom({ ...exampleEnvironment(), ...optional })).toEqual(settingsFrom(exampleEnvironment()));
  expect(() => settingsFrom({ ...exampleEnvironment(), PLATFORM_TABLE: "" })).toThrow("PLATFORM_TABLE");
});

test("TOKEN_WORKSPACE_CLAIM must be an otherwise unused claim, and is unset by default", () => {
  for (const none of [{}, { TOKEN_WORKSPACE_CLAIM: "" }]) expect(idpOf(none)?.workspaceClaim).toBeUndefined();
  expect(idpOf({ TOKEN_WORKSPACE_CLAIM: "urn:example:workspace" })?.workspaceClaim).toBe(
    "urn:example:workspace",
  );
  for (const taken of ["sub", "org_id", " iss "]) {
    expect(() => idpOf({ TOKEN_WORKSPACE_CLAIM: taken })).toThrow(
      "TOKEN_WORKSPACE_CLAIM: must be a separate claim",
    );
  }
});
