import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess, isUser } from "../expectations.ts";
import { freshName, UNKNOWN } from "../given.ts";
import { operationRule, type Rule, rule } from "../rule.ts";
import { storeTaskRecord } from "../stored.ts";

const OPERATIONS = "Specification: Operations of tasks";
const UPDATE =
  "update task | `id` | `display_name`, `description`, `idempotency_key`, each string or null; the key can be set only if the task has none | task";
const UPDATES =
  "a field left out is unchanged; `null` clears a nullable field and leaves the others unchanged";

export const taskUpdateRules: readonly Rule[] = [
  operationRule(
    "updateTask",
    OPERATIONS,
    UPDATE,
    "name, description and a missing key can be set",
    async (site) => {
      const { id } = await storeTaskRecord(site);
      const changes = { display_name: "A", description: "B", idempotency_key: freshName("key ") };
      const path = `/task:update?id=${id}`;
      expect(expectSuccess(await site.post(path, changes))).toMatchObject({ ...changes, updated_by: isUser });
      expect(expectSuccess(await site.get(`/task:get?id=${id}`))).toMatchObject(changes);
      expectRefused(await site.post(`/task:update?id=${UNKNOWN}`, changes), 404, "task_not_found");
      expectInvalid(await site.post(path), "body");
    },
  ),
  rule(
    "Decisions: Values",
    UPDATES,
    "null clears a task's name or description and keeps the other",
    async (site) => {
      const fields = { display_name: "A", description: "B", idempotency_key: freshName("key ") };
      const { id } = await storeTaskRecord(site, fields);
      const path = `/task:update?id=${id}`;
      expect(expectSuccess(await site.post(path, {}))).toMatchObject(fields);
      expect(expectSuccess(await site.post(path, { display_name: null }))).toMatchObject({
        ...fields,
        display_name: null,
      });
      expect(
        expectSuccess(await site.post(path, { description: null, idempotency_key: null })),
      ).toMatchObject({
        display_name: null,
        description: null,
        idempotency_key: fields.idempotency_key,
      });
    },
  ),
  rule(
    OPERATIONS,
    UPDATE,
    "a stored key cannot change: another one is a 409, the same one is accepted",
    async (site) => {
      const idempotency_key = freshName("key ");
      const { id } = await storeTaskRecord(site, { idempotency_key });
      const path = `/task:update?id=${id}`;
      expectSuccess(await site.post(path, { idempotency_key }));
      expectRefused(await site.post(path, { idempotency_key: "another" }), 409, "idempotency_key_set");
      expect(expectSuccess(await site.get(`/task:get?id=${id}`)).idempotency_key).toBe(idempotency_key);
    },
  ),
  rule(OPERATIONS, UPDATE, "a key of another task in the context is a 409 that names it", async (site) => {
    const idempotency_key = freshName("key ");
    const holder = await storeTaskRecord(site, { idempotency_key });
    const { id } = await storeTaskRecord(site);
    const answer = await site.post(`/task:update?id=${id}`, { idempotency_key, display_name: "lost" });
    expect(expectRefused(answer, 409, "idempotency_key_taken").detail).toContain(holder.id);
    expect(expectSuccess(await site.get(`/task:get?id=${id}`)).display_name).toBeNull();
  }),
  rule(OPERATIONS, UPDATE, "an update has the length limits of a creation", async (site) => {
    const { id } = await storeTaskRecord(site);
    for (const [field, most] of [
      ["display_name", 200],
      ["description", 10_000],
      ["idempotency_key", 256],
    ] as const) {
      const path = `/task:update?id=${id}`;
      expectInvalid(await site.post(path, { [field]: "x".repeat(most + 1) }), "body", field);
      expectInvalid(await site.post(path, { [field]: 5 }), "body", field);
      const value = freshName("x").padEnd(most, "x");
      expect(expectSuccess(await site.post(path, { [field]: value }))[field]).toBe(value);
    }
  }),
];
