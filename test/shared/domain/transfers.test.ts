import fc from "fast-check";
import { expect, it } from "vitest";
import { isExportedObject, isExportPath, parseFileLine } from "#shared/domain/transfers/exportFormat.ts";
import { type Renumbering, renumber, renumberId } from "#shared/domain/transfers/renumber.ts";

const IDS = ["246970141655863", "246970142281133", "246970150355490"];
const rules = (offset: number): Renumbering => ({
  from: "246970141005108",
  to: "150000000000001",
  offset,
  ids: Float64Array.from(IDS.map(Number)).sort(),
});

it("ids are replaced in keys, JSON, SQL and names, and nothing else is", () => {
  const text = [
    '{"key":"ws/246970141005108/loads/246970142281133-1/x.parquet","n":0.246970142281133}',
    "SELECT * FROM tasks.task_246970141655863.designs\\n246970150355490",
    "0246970142281133 1246970142281133 a246970142281133 246970142281133.5 246970142281134",
  ].join("\n");
  expect(renumber(text, rules(-5))).toBe(
    [
      '{"key":"ws/150000000000001/loads/246970142281128-1/x.parquet","n":0.246970142281133}',
      "SELECT * FROM tasks.task_246970141655858.designs\\n246970150355485",
      "0246970142281128 1246970142281133 a246970142281133 246970142281133.5 246970142281134",
    ].join("\n"),
  );
  expect(renumber(text, rules(0))).toBe(text.replace("ws/246970141005108", "ws/150000000000001"));
});

it("new ids keep the order of the earlier ones and can be mapped back to them", () => {
  const id = fc.constantFrom(...IDS);
  fc.assert(
    fc.property(id, id, fc.integer({ min: -(2 ** 24), max: -1 }), (one, other, offset) => {
      const [a, b] = [one, other].map((each) => Number(renumberId(each, rules(offset))));
      expect(Math.sign((a ?? 0) - (b ?? 0))).toBe(Math.sign(Number(one) - Number(other)));
      const back = {
        ...rules(-offset),
        ids: Float64Array.from(IDS.map((each) => Number(each) + offset)).sort(),
      };
      expect(renumber(renumber(`x_${one}/${other}`, rules(offset)), back)).toBe(`x_${one}/${other}`);
    }),
  );
});

it("no path of an export leads out of its folder or its workspace", () => {
  const part = fc.oneof(
    fc.constantFrom(
      "..",
      ".",
      "",
      "objects",
      "records",
      "tables",
      "loads",
      "uploads",
      "artifacts",
      "1",
      "1-1",
      "%2e%2e",
    ),
    fc.string({ maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 7 }), (parts) => {
      const path = parts.join("/");
      if (!isExportPath(path) && !isExportedObject(path)) return;
      for (const each of path.split("/")) expect(["", ".", ".."]).not.toContain(each);
      expect(path).not.toMatch(/[\\\0]/);
    }),
    { numRuns: 2_000 },
  );
  for (const path of [
    "objects/artifacts/1/..",
    "objects/loads/1-1/..",
    "objects/tasks/1/snapshots/../x",
    "/etc/passwd",
  ])
    expect([path, isExportPath(path)]).toEqual([path, false]);
});

it("any line of a list is either a file with a valid path, or refused", () => {
  const line = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .record({ path: fc.string(), bytes: fc.double(), sha256: fc.string() })
      .map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(line, (text) => {
      const file = parseFileLine(text, "");
      if (file !== null) expect(isExportPath(file.path)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
  const good = { path: "objects/uploads/1/2", bytes: 3, sha256: "0".repeat(64) };
  expect(parseFileLine(JSON.stringify(good), "objects/uploads/1/1")).toEqual(good);
  expect(parseFileLine(JSON.stringify(good), "objects/uploads/1/2")).toBeNull();
});
