import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { objectStore } from "#shared/objects/objects.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import { perTenant } from "#shared/runtime/perTenant.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { platformDatabase, workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { exampleEnvironment } from "#test/support/exampleEnvironment.ts";
import { type Sessions, startSessions } from "#test/support/tenantPolicy.ts";

const ROLE = "arn:aws:iam::111111111111:role/workspace-eu-tenant-table-read";

function settings(more: Record<string, string> = {}): Settings {
  return settingsFrom({ ...exampleEnvironment(), ...more });
}

describe("the credentials of a workspace", () => {
  let sessions: Sessions;

  beforeAll(async () => {
    sessions = await startSessions({
      accessKeyId: (workspace) => `key-of-${workspace}`,
      secretAccessKey: "s",
    });
    vi.stubEnv("AWS_ACCESS_KEY_ID", "key-of-the-function");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "s");
    vi.stubEnv("AWS_ENDPOINT_URL_STS", sessions.url);
  });

  beforeEach(() => {
    sessions.requests.length = 0;
  });

  afterAll(async () => {
    vi.unstubAllEnvs();
    await sessions.close();
  });

  const keyOf = async (client: { config: { credentials: () => Promise<{ accessKeyId: string }> } }) =>
    (await client.config.credentials()).accessKeyId;

  it("sessions are tagged with the workspace's id, for records and objects", async () => {
    const scope = { settings: settings({ TENANT_ROLE: ROLE }), id: "17", region: "EU" as const };
    expect(await keyOf(workspaceDatabase(scope).client)).toBe("key-of-17");
    expect(await keyOf(objectStore(scope).client)).toBe("key-of-17");
    const [asked] = sessions.requests;
    expect(asked?.get("RoleArn")).toBe(ROLE);
    expect(asked?.get("Tags.member.1.Key")).toBe("workspace");
    expect(asked?.get("Tags.member.2.Key")).toBeNull();
  });

  it("credentials never belong to another workspace", async () => {
    const of = settings({ TENANT_ROLE: ROLE });
    for (const id of ["17", "18", "17", "19"]) {
      const { client } = workspaceDatabase({ settings: of, id, region: "EU" });
      expect(await keyOf(client)).toBe(`key-of-${id}`);
    }
    expect(sessions.requests.map((form) => form.get("Tags.member.1.Value"))).toEqual(["17", "18", "19"]);
  });

  it("data outside workspaces uses the function's credentials", async () => {
    const of = settings({ TENANT_ROLE: ROLE });
    const marks = workspaceDatabase({ settings: of, id: "", region: "EU" });
    expect(await keyOf(marks.client)).toBe("key-of-the-function");
    expect(await keyOf(platformDatabase({ settings: of }).client)).toBe("key-of-the-function");
    expect(sessions.requests).toEqual([]);
  });

  it("without tenant roles, the function's own credentials are used", async () => {
    const scope = { settings: settings(), id: "17", region: "EU" as const };
    expect(await keyOf(workspaceDatabase(scope).client)).toBe("key-of-the-function");
    expect(sessions.requests).toEqual([]);
  });

  it("clients are cached for the most recently used workspaces", () => {
    let made = 0;
    const closed: number[] = [];
    const client = perTenant(
      () => {
        made += 1;
        return made;
      },
      3,
      (thing) => closed.push(thing),
    );
    const of = settings({ TENANT_ROLE: ROLE });
    const at = (id: string): number => client({ settings: of, id, region: "EU" });
    expect([at("1"), at("2"), at("3"), at("1"), at("4"), at("1"), at("2")]).toEqual([1, 2, 3, 1, 4, 1, 5]);
    expect(closed).toEqual([2, 3]);
    const shared = settings();
    const all = ["1", "2", "3", "4"].map((id) => client({ settings: shared, id, region: "EU" }));
    expect(new Set(all).size).toBe(1);
  });
});
