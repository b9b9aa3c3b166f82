import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { type DatabaseEngine, PURGE } from "#local/database/databaseEngine.ts";

const ROUNDS = 60;

/** Returns the names of the files that contain a string, as bytes. */
async function filesWith(directory: string, text: string): Promise<string[]> {
  const names = await readdir(directory);
  const found = await Promise.all(
    names.map(async (name) => ((await readFile(join(directory, name))).includes(text) ? [name] : [])),
  );
  return found.flat();
}

/**
 * Deletes and overwrites items of a table, purges the engine while other items are written, and checks that every file has
 * forgotten the old values, and that no write is lost.
 */
export async function expectPurged(
  call: DatabaseEngine["call"],
  directory: string,
  table: string,
  keyOf: (id: string) => object,
) {
  const ask = async (operation: string, request: object) => {
    const { status, body } = await call(operation, Buffer.from(JSON.stringify(request)));
    expect([operation, status, body.toString()]).toEqual([operation, 200, expect.any(String)]);
    return JSON.parse(body.toString());
  };
  const put = (id: string, text: string) =>
    ask("PutItem", { TableName: table, Item: { ...keyOf(id), text: { S: text } } });
  const secret = "a value that must be forgotten";
  for (let id = 0; id < ROUNDS; id += 1) await put(`old-${id}`, `${secret} ${"x".repeat(300)}`);
  for (let id = 0; id < ROUNDS; id += 2) {
    await ask("DeleteItem", { TableName: table, Key: keyOf(`old-${id}`) });
    await put(`old-${id + 1}`, "replaced");
  }
  // Otherwise, the test would prove nothing.
  expect(await filesWith(directory, secret)).not.toEqual([]);
  const during = Array.from({ length: ROUNDS }, (_, id) => put(`during-${id}`, "new"));
  const purges = [ask(PURGE, {}), ask(PURGE, {})];
  const later = Array.from({ length: ROUNDS }, (_, id) => put(`later-${id}`, "new"));
  await Promise.all([...during, ...purges, ...later]);
  expect(await filesWith(directory, secret)).toEqual([]);
  const expected = [
    ["old-0", undefined],
    ["old-1", "replaced"],
  ];
  for (let id = 0; id < ROUNDS; id += 1) expected.push([`during-${id}`, "new"], [`later-${id}`, "new"]);
  for (const [id = "", text] of expected) {
    const { Item } = await ask("GetItem", { TableName: table, Key: keyOf(id) });
    expect([id, Item?.text?.S]).toEqual([id, text]);
    await ask("DeleteItem", { TableName: table, Key: keyOf(id) });
  }
  for (let id = 0; id < ROUNDS; id += 1)
    await ask("DeleteItem", { TableName: table, Key: keyOf(`old-${id}`) });
}
