import { mkdir, mkdtemp, readFile, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createOrganization } from "#local/idp/directory.ts";
import { IdpStore } from "#local/idp/idpStore.ts";

let directory = "";
let published: string[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "refused-"));
  published = [];
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const open = (): Promise<IdpStore> => IdpStore.open(directory, ({ event }) => published.push(event));
const add = (store: IdpStore, name: string): Promise<unknown> =>
  store.change((change) => createOrganization(change, { name, externalId: null }));
const names = ({ state }: IdpStore): string[] => state.organizations.map(({ name }) => name);

/** Makes writing fail without a full disk: a folder has the file's name. */
const block = (): Promise<unknown> => mkdir(join(directory, "idp.json.writing"));
const unblock = (): Promise<void> => rmdir(join(directory, "idp.json.writing"));

test("a change that cannot be written to disk is not applied, sends no event, and can be repeated", async () => {
  const store = await open();
  await add(store, "first");
  await block();
  await expect(add(store, "second")).rejects.toThrow();
  expect(names(store)).toEqual(["first"]);
  await unblock();
  await add(store, "second");
  expect(names(store)).toEqual(["first", "second"]);
  expect(published.filter((event) => event === "organization.created")).toHaveLength(2);
  expect(names(await open())).toEqual(["first", "second"]);
});

test("changes made during a failed write also fail", async () => {
  const store = await open();
  await add(store, "first");
  await block();
  const changes = ["second", "third", "fourth"].map(async (name, index) => {
    // The first change is being written when the others are made.
    for (let turn = 0; turn < index; turn += 1) await Promise.resolve();
    await add(store, name);
  });
  const outcomes = await Promise.allSettled(changes);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(names(store)).toEqual(["first"]);
  await unblock();
  await add(store, "fifth");
  const stored = JSON.parse(await readFile(join(directory, "idp.json"), "utf8"));
  expect(stored.organizations.map(({ name }: { name: string }) => name)).toEqual(["first", "fifth"]);
});
