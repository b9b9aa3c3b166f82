import { afterAll, beforeAll, expect, it } from "vitest";
import { addFile, createLoad } from "#shared/domain/loads/loadTransitions.ts";
import { createProject } from "#shared/domain/project.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import { addLoadFile, fileIdsOfLoad, namedFileIds } from "#shared/store/loadFiles.ts";
import { getLoad, newLoadWrites } from "#shared/store/loads.ts";
import { createProjectRecord } from "#shared/store/projects.ts";
import { startEmbeddedDatabase } from "#test/support/embeddedDatabase.ts";

let embedded: Awaited<ReturnType<typeof startEmbeddedDatabase>>;

beforeAll(async () => {
  embedded = await startEmbeddedDatabase();
});
afterAll(() => embedded.close());

it.each([
  [3, true],
  [10, false],
])(
  "the ids of %i files are in order, and in the load's record if they are few: %s",
  async (count, isNamed) => {
    const scope = embedded.newWorkspace();
    const stamp = { by: "user_1", at: now() };
    const project = newId();
    const fields = { name: "p", description: null, modality: null };
    await createProjectRecord(scope, createProject(project, fields, stamp));
    const load = createLoad(newId(), { kind: "PROJECT", project_id: project }, {}, stamp);
    await transact(workspaceDatabase(scope), newLoadWrites(scope, load));
    const ids = Array.from({ length: count }, () => newId()).toSorted((a, b) => Number(a) - Number(b));
    for (const id of ids.toReversed()) {
      const file = {
        ...{ id, created_at: now(), created_by: "user_1", filepath: `${id}.csv`, size: 1 },
        ...{ table_reference: null, source_file_id: null, description: null },
      };
      const added = { id, size: 1, errors: [], problem_count: 0 };
      await addLoadFile(scope, load.id, file, (before) => addFile(before, added, stamp));
    }
    const stored = await getLoad(scope, load.id);
    expect(namedFileIds(stored)).toEqual(isNamed ? ids : null);
    expect(await fileIdsOfLoad(scope, stored)).toEqual(ids);
  },
);
