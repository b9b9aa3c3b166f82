import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDynamodb } from "#local/database/startDynamodb.ts";
import { useLocalCredentials } from "#local/localCredentials.ts";
import { LOCAL } from "#local/localEnvironment.ts";
import type { UserEntity } from "#shared/domain/user.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import { membershipWrites, userWrite } from "#shared/store/identities.ts";
import { writeIdentities } from "#shared/store/idpEvents.ts";
import { recordFirstMember } from "#shared/store/members.ts";
import { exampleEnvironment } from "#test/support/exampleEnvironment.ts";

let directory: string;
let database: Awaited<ReturnType<typeof startDynamodb>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "first-member-"));
  database = await startDynamodb(directory, LOCAL.tables, useLocalCredentials());
});

afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

test("the first member is the one who joined first, even if the membership was changed later", async () => {
  const settings = settingsFrom(exampleEnvironment({ database: database.url }, directory));
  const members = [
    { id: "user_founder", member_since: "2026-01-01T00:00:00.000Z", as_of: "2026-06-01T00:00:00.000Z" },
    { id: "user_later", member_since: "2026-02-01T00:00:00.000Z", as_of: "2026-02-01T00:00:00.000Z" },
  ];
  for (const { id, member_since, as_of } of members) {
    const user: UserEntity = {
      id,
      name: id,
      chosen_name: null,
      email: `${id}@example.org`,
      provider_picture: null,
      picture: null,
      user_type: "USER",
      last_sign_in_at: null,
      as_of,
      is_deleted: false,
      checked_at: as_of,
    };
    const membership = {
      user_id: id,
      org_id: "org_1",
      is_active: true,
      member_since,
      as_of,
      checked_at: as_of,
    };
    await writeIdentities({ settings }, [userWrite(null, user), ...membershipWrites(null, membership)]);
  }
  expect(await recordFirstMember({ settings }, "org_1")).toBe("user_founder");
});
