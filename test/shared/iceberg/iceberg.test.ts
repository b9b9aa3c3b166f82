import type { Column, ItemType, ScalarType } from "@pdp/basics/columns";
import avro from "avsc";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lastIdAt } from "#shared/domain/id.ts";
import type { DataFile, LoadDataFile, MergedDataFile } from "#shared/domain/loads/manifest.ts";
import { boundBytes } from "#shared/iceberg/boundBytes.ts";
import { icebergManifest, icebergManifestList } from "#shared/iceberg/icebergManifest.ts";
import { nameMapping } from "#shared/iceberg/icebergSchema.ts";
import { sourcesOfHidden } from "#shared/iceberg/sourcesOfHidden.ts";
import {
  referencedOnly,
  schemaHistory,
  tableMetadata,
  type VersionFacts,
} from "#shared/iceberg/tableMetadata.ts";
import {
  icebergListKey,
  icebergMetadataKey,
  icebergOrigin,
  icebergSegmentKey,
  icebergSourcesKey,
  manifestKey,
  segmentKey,
} from "#shared/objects/keys.ts";
import { decodeAvro } from "#test/support/decodeAvro.ts";

const column = (name: string, type: ItemType["type"], more: Partial<Column> = {}): Column => ({
  ...{ name, type, nullable: true, metadata: { description: null, deprecated: false } },
  ...more,
});
const context = { kind: "WORKSPACE" } as unknown as DataFile["context"];
const loaded = (key: string, load_id: string, rows = 1, more: Partial<LoadDataFile> = {}): LoadDataFile => ({
  ...{ key, load_id, rows, bytes: 100 * rows, context },
  ...more,
});
const merged = (key: string, loads: Record<string, number>, hidden_loads: string[] = []): MergedDataFile => ({
  ...{ key, bytes: 500, context, rows: Object.values(loads).reduce((sum, rows) => sum + rows, 0) },
  loads: Object.entries(loads).map(([load_id, rows]) => ({ load_id, rows })),
  ...(hidden_loads.length > 0 && { hidden_loads }),
});
const factsOf = (id: number, columns: Column[]): VersionFacts => ({
  ...{ version_id: String(id), columns, rows: id, bytes: 10 * id, files: 1 },
});

describe("field ids", () => {
  const well = column("well", "STRUCT", { columns: [column("row", "STRING"), column("col", "INT64")] });
  const reads = column("reads", "ARRAY", { item_type: { type: "FLOAT64", nullable: true } });

  it("field ids stay with their columns when others are added before them, and new columns get new ids", () => {
    const first = [column("a", "INT64"), well];
    const second = [reads, column("b", "STRING"), ...first];
    const { ids, schemas, schemaOf } = schemaHistory([factsOf(1, first), factsOf(2, second)]);
    expect(schemaOf).toEqual([0, 1]);
    expect(schemas[0]?.fields.map(({ id, name }) => [id, name])).toEqual([
      [1, "a"],
      [2, "well"],
    ]);
    expect(schemas[1]?.fields.map(({ id, name }) => [id, name])).toEqual([
      [5, "reads"],
      [6, "b"],
      [1, "a"],
      [2, "well"],
    ]);
    expect(schemas[1]?.fields[3]?.type).toEqual({
      type: "struct",
      fields: [
        { id: 3, name: "row", required: false, type: "string" },
        { id: 4, name: "col", required: false, type: "long" },
      ],
    });
    expect(nameMapping(second, ids)[0]).toEqual({
      "field-id": 5,
      names: ["reads"],
      fields: [{ "field-id": 7, names: ["element", "item", "array", "array_element"] }],
    });
    expect(ids.last).toBe(7);
  });

  it("field ids never change in random histories of added columns", () => {
    const names = fc.uniqueArray(fc.constantFrom(..."abcdefghij"), { minLength: 1 });
    const history = fc.tuple(names, fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 5 }));
    fc.assert(
      fc.property(history, ([all, sizes]) => {
        const versions = sizes
          .toSorted((a, b) => a - b)
          // Later versions have more columns, in a different order.
          .map((size, index) => {
            const some = all.slice(0, size).map((name) => column(name, "INT64"));
            return factsOf(index + 1, index % 2 === 0 ? some : some.toReversed());
          });
        const known = new Map<string, number>();
        for (const { fields } of schemaHistory(versions).schemas) {
          for (const { name, id } of fields) {
            expect(known.get(name) ?? id).toBe(id);
            known.set(name, id);
          }
        }
        expect(new Set(known.values()).size).toBe(known.size);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("a column that becomes nullable creates a new schema, but an edited description does not", () => {
    const described = { metadata: { description: "Melting point", deprecated: false } };
    const [required, optional] = [column("a", "INT64", { nullable: false }), column("a", "INT64", described)];
    const { schemas, schemaOf } = schemaHistory([
      factsOf(1, [required]),
      factsOf(2, [column("a", "INT64")]),
      factsOf(3, [optional]),
    ]);
    expect(schemaOf).toEqual([0, 1, 1]);
    expect(schemas.map(({ fields }) => fields[0])).toEqual([
      { id: 1, name: "a", required: true, type: "long", doc: "Melting point" },
      { id: 1, name: "a", required: false, type: "long", doc: "Melting point" },
    ]);
  });
});

describe("bounds of columns", () => {
  const hex = (type: ScalarType, text: string): string | undefined => boundBytes(type, text)?.toString("hex");

  it("column bounds are encoded in the binary form defined by the specification", () => {
    expect(hex("INT64", "9223372036854775807")).toBe("ffffffffffffff7f");
    expect(hex("INT64", "-1")).toBe("ffffffffffffffff");
    expect(hex("FLOAT64", "1.5")).toBe("000000000000f83f");
    expect(hex("BOOL", "true")).toBe("01");
    expect(hex("STRING", "é")).toBe("c3a9");
    expect(hex("DATE", "1970-01-02")).toBe("01000000");
    expect(hex("DATE", "1969-12-31")).toBe("ffffffff");
    expect(hex("TIMESTAMP", "1970-01-01 00:00:01.5")).toBe("60e3160000000000");
  });

  it("column bounds are omitted for invalid values, infinities, signed zeros, and dates with years of more than four digits", () => {
    const texts: [ScalarType, string][] = [
      ["INT64", "9223372036854775808"],
      ["INT64", ""],
      ["FLOAT64", "inf"],
      ["FLOAT64", "-0.0"],
      ["FLOAT64", ""],
      ["DATE", "10000-01-01"],
      ["DATE", "0044-03-15 (BC)"],
      ["TIMESTAMP", "infinity"],
      ["BOOL", "1"],
    ];
    for (const [type, text] of texts) expect(boundBytes(type, text), text).toBeNull();
  });

  it("column bounds include the microseconds of any timestamp", () => {
    const range = { min: Date.UTC(1, 0, 1) - 3e12, max: Date.UTC(9999, 11, 31) };
    fc.assert(
      fc.property(fc.integer(range), fc.nat(999), (milliseconds, micros) => {
        const iso = new Date(milliseconds).toISOString();
        fc.pre(/^\d{4}-/.test(iso));
        const text = `${iso.slice(0, 10)} ${iso.slice(11, 23)}${String(micros).padStart(3, "0")}`;
        const bytes = boundBytes("TIMESTAMP", text);
        expect(bytes?.readBigInt64LE()).toBe(BigInt(milliseconds) * 1000n + BigInt(micros));
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe("manifests", () => {
  const columns = [
    column("n", "INT64"),
    column("s", "STRING"),
    column("list", "ARRAY", { item_type: { type: "STRING", nullable: true } }),
  ];
  const { ids, schemas } = schemaHistory([factsOf(1, columns)]);
  const schema = schemas[0];
  if (!schema) throw new Error("The table has no schema");
  const fields = { columns, ids, schema };
  const uriOf = (key: string): string => `s3://lake/${key}`;

  it("manifests list files with their exact sizes and statistics by field id", () => {
    const statistics = {
      rows: 3,
      columns: {
        n: { min: "-5", max: "7", nulls: 0 },
        s: { nulls: 3 },
        list: { min: "a", max: "b", nulls: 1 },
      },
    };
    const file = loaded("k/1.parquet", "7", 3, { bytes: 1234, statistics });
    const decoded = decodeAvro(icebergManifest([file], fields, "12", uriOf));
    expect(decoded.metadata).toMatchObject({
      content: "data",
      "partition-spec": "[]",
      "format-version": "2",
    });
    expect(JSON.parse(decoded.metadata.schema ?? "")).toEqual(schema);
    expect(decoded.records).toHaveLength(1);
    expect(decoded.records[0]).toMatchObject({
      status: 0,
      snapshot_id: 12,
      data_file: {
        file_path: "s3://lake/k/1.parquet",
        record_count: 3,
        file_size_in_bytes: 1234,
        null_value_counts: [
          { key: 1, value: 0 },
          { key: 2, value: 3 },
          { key: 3, value: 1 },
        ],
        lower_bounds: [{ key: 1, value: Buffer.from("fbffffffffffffff", "hex") }],
        upper_bounds: [{ key: 1, value: Buffer.from("0700000000000000", "hex") }],
      },
    });
    // Readers find fields by ID, not by name.
    expect(decoded.metadata["avro.schema"]).toContain('"name":"record_count","type":"long","field-id":103');
  });

  it("manifests have no statistics for files from earlier versions of the service", () => {
    const { records } = decodeAvro(icebergManifest([loaded("k", "7")], fields, "12", uriOf));
    expect(records[0]).toMatchObject({ data_file: { lower_bounds: null, null_value_counts: null } });
  });

  it("manifests are byte-identical for the same input, and can be empty", () => {
    const files = [loaded("k", "7"), loaded("l", "8")];
    expect(icebergManifest(files, fields, "1", uriOf)).toEqual(icebergManifest(files, fields, "1", uriOf));
    expect(decodeAvro(icebergManifestList("1", [])).records).toEqual([]);
  });

  it("files of a manifest are listed as existing, so that change readers do not mistake them for added files", () => {
    const list = icebergManifestList("9", [
      { uri: "s3://m", bytes: 77, snapshotId: "5", files: 2, rows: 30 },
    ]);
    const { metadata, records } = decodeAvro(list);
    expect(metadata["snapshot-id"]).toBe("9");
    expect(records[0]).toMatchObject({
      manifest_path: "s3://m",
      manifest_length: 77,
      added_snapshot_id: 5,
      added_files_count: 0,
      existing_files_count: 2,
      existing_rows_count: 30,
    });
  });

  it("manifests are readable by another Avro reader", async () => {
    const bytes = icebergManifest([loaded("k", "7"), loaded("l", "8")], fields, "1", uriOf);
    const decoder = new avro.streams.BlockDecoder();
    const paths: string[] = [];
    decoder.on("data", (entry) => paths.push(entry.data_file.file_path));
    decoder.end(bytes);
    await new Promise((resolve) => decoder.on("end", resolve));
    expect(paths).toEqual(["s3://lake/k", "s3://lake/l"]);
  });
});

describe("merged files with hidden loads", () => {
  const lists: Record<string, LoadDataFile[]> = {
    1: [loaded("1a", "1", 2), loaded("1b", "1", 2)],
    2: [loaded("2a", "2", 3)],
    3: [loaded("3a", "3", 1), loaded("3b", "3", 4)],
  };
  const committed = async (load: string): Promise<LoadDataFile[]> => lists[load] ?? [];
  const keysOf = async (files: DataFile[]): Promise<string[]> =>
    (await sourcesOfHidden(files, committed)).map(({ key }) => key).toSorted();

  it("merged files are listed unchanged if all rows are visible", async () => {
    expect(await keysOf([merged("m", { 1: 4, 2: 3 }), loaded("3a", "3")])).toEqual(["3a", "m"]);
  });

  it("merged files are replaced by the data files of visible loads, except those already listed", async () => {
    const files = [merged("m", { 1: 2 }, ["2"]), loaded("1b", "1", 2), loaded("2a", "2", 3)];
    expect(await keysOf(files)).toEqual(["1a", "1b", "2a"]);
  });

  it("merged files are replaced together if they contain rows of the same loads, regardless of the number of loads between them", async () => {
    // It is impossible to tell which of the two identical files of load 1 is in which merged file.
    const files = [
      merged("m", { 1: 2 }, ["9"]),
      merged("n", { 1: 2, 3: 1 }),
      merged("o", { 3: 4 }),
      merged("p", { 2: 3 }),
    ];
    expect(await keysOf(files)).toEqual(["1a", "1b", "3a", "3b", "p"]);
  });
});

describe("table metadata", () => {
  const columns = [column("n", "INT64")];
  const versions = [4, 8, 12].map((id, position) => ({
    ...factsOf(id, columns),
    position,
    listUri: `s3://l/${id}`,
  }));
  const input = {
    ...{
      location: "s3://lake/t",
      versions,
      history: schemaHistory(versions),
      tableId: "1",
      workspaceId: "2",
      expiry: null,
    },
    tags: [
      { name: "paper", version_id: "9" },
      { name: "before", version_id: "3" },
      { name: "main", version_id: "4" },
    ],
  };

  it("table metadata has a snapshot for each version, and tags that point to the table's version at the time", () => {
    const metadata = tableMetadata(input);
    expect(
      metadata.snapshots.map((one) => [
        one["snapshot-id"],
        one["parent-snapshot-id"],
        one["sequence-number"],
      ]),
    ).toEqual([
      [4, undefined, 1],
      [8, 4, 2],
      [12, 8, 3],
    ]);
    expect(metadata["current-snapshot-id"]).toBe(12);
    expect(metadata.refs).toEqual({
      paper: { "snapshot-id": 8, type: "tag" },
      // A tag cannot have the same name as the branch.
      main: { "snapshot-id": 12, type: "branch" },
    });
    expect(referencedOnly(metadata).snapshots.map((one) => one["snapshot-id"])).toEqual([8, 12]);
  });

  it("versions above the maximum age have no snapshot, except the latest one and those with a tag", () => {
    const idAt = (...time: [month: number, day: number, hour?: number]): string =>
      lastIdAt(Date.UTC(2026, ...time));
    const ids = [1, 2, 3, 4].map((day) => idAt(0, day));
    const dated = ids.map((version_id, position) => ({
      ...factsOf(0, [column("a", "INT64")]),
      ...{ version_id, position, listUri: "s3://lake/l" },
    }));
    const tags = [{ name: "paper", version_id: idAt(0, 1, 12) }];
    const kept = (now: number): (string | undefined)[][] => {
      const expiry = { ageMs: 86_400_000, now };
      const history = schemaHistory(dated);
      return tableMetadata({ ...input, versions: dated, history, tags, expiry }).snapshots.map((one) =>
        [one["snapshot-id"], one["parent-snapshot-id"]].map((id) => id?.toString()),
      );
    };
    expect(kept(Date.UTC(2026, 0, 4))).toEqual([
      [ids[0], undefined],
      [ids[2], ids[0]],
      [ids[3], ids[2]],
    ]);
    expect(kept(Date.UTC(2027, 0, 1)).map(([id]) => id)).toEqual([ids[0], ids[3]]);
  });

  it("table metadata keeps sequence numbers when earlier snapshots are added later", () => {
    const later = tableMetadata({ ...input, versions: versions.slice(1) });
    expect(later.snapshots.map((one) => one["sequence-number"])).toEqual([2, 3]);
    expect(later["table-uuid"]).toBe(tableMetadata(input)["table-uuid"]);
  });
});

describe("keys of objects for Iceberg", () => {
  it("object keys lead back to the manifest or segment that they are derived from", () => {
    const [manifest, segment] = [manifestKey("1", "2", "3", "ab12"), segmentKey("1", "2", "3", "cd34")];
    const derived = [
      icebergListKey(manifest),
      icebergSourcesKey(manifest),
      icebergMetadataKey(manifest, "ef"),
    ];
    expect(derived.map(icebergOrigin)).toEqual([manifest, manifest, manifest]);
    expect(icebergOrigin(icebergSegmentKey(segment))).toBe(segment);
    expect(new Set([...derived, icebergSegmentKey(segment)]).size).toBe(4);
    expect(icebergOrigin("ws/1/tables/2/merged/3-ab.parquet")).toBeNull();
  });
});
