import { describe, expect, it } from "vitest";
import type { LoadView } from "../../examples/apiClient.ts";
import { newLab, scalar, startCsvLoad } from "../support/lab.ts";

const COLUMNS = [
  { name: "variant", type: "STRING", nullable: false },
  { name: "fitness", type: "FLOAT64" },
];

describe("the story of a table", () => {
  it("a table is loaded, queried, undone, redone and read at every version", async () => {
    const lab = await newLab();
    const first = await startCsvLoad(lab, "variants", COLUMNS, "variant,fitness\nA1C,0.5\nA1D,\nA1E,1.25\n");
    expect(await lab.api.settled(first)).toMatchObject({ state: "COMPLETED", is_active: true, errors: [] });
    expect(await scalar(lab, "SELECT count(*) FROM variants")).toBe(3n);
    expect(await scalar(lab, "SELECT sum(fitness) FROM variants")).toBe(1.75);

    const second = await startCsvLoad(lab, "variants", COLUMNS, "variant,fitness\nA1F,2\n");
    expect((await lab.api.settled(second)).state).toBe("COMPLETED");
    expect(await scalar(lab, "SELECT count(*) FROM variants")).toBe(4n);
    const before = await lab.api.get<{ id: string; version_id: string }>(
      "/data/table:get?reference=variants",
    );

    expect(await lab.api.post<LoadView>(`/data/load:undo?id=${first}`)).toMatchObject({
      state: "LOADING",
      is_active: true,
    });
    expect(await lab.api.settled(first)).toMatchObject({ state: "COMPLETED", is_active: false });
    // The later load remains.
    expect(await scalar(lab, "SELECT max(variant) FROM variants")).toBe("A1F");
    expect(await scalar(lab, "SELECT count(*) FROM variants")).toBe(1n);

    expect((await lab.api.post<LoadView>(`/data/load:redo?id=${first}`)).state).toBe("LOADING");
    expect(await lab.api.settled(first)).toMatchObject({ state: "COMPLETED", is_active: true });
    expect(await scalar(lab, "SELECT count(*) FROM variants")).toBe(4n);

    const versions = await lab.api.get<{ items: { id: string; kind: string; load_id?: string }[] }>(
      `/data/table:listVersions?id=${before.id}`,
    );
    expect(versions.items.map(({ kind }) => kind)).toEqual(["LOAD", "LOAD", "UNDO_LOAD", "REDO_LOAD"]);
    expect(versions.items.map(({ load_id }) => load_id)).toEqual([first, second, first, first]);
    const counts = [];
    for (const { id } of versions.items) {
      counts.push(await scalar(lab, `SELECT count(*) FROM variants FOR VERSION AS OF ${id}`));
      expect(await scalar(lab, "SELECT count(*) FROM variants", { version_id: id })).toBe(counts.at(-1));
    }
    expect(counts).toEqual([3n, 4n, 1n, 4n]);
    const [oldest] = versions.items;
    const both = `SELECT (SELECT count(*) FROM variants) - (SELECT count(*) FROM variants FOR VERSION AS OF ${oldest?.id})`;
    expect(await scalar(lab, both)).toBe(1n);
    expect(versions.items[1]?.id).toBe(before.version_id);
  });
});
