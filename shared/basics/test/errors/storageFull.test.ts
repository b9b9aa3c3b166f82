import { describe, expect, test } from "vitest";
import { DomainError } from "../../errors/errors.ts";
import {
  fullStorage,
  fullStorageOfStep,
  stepStorageFull,
  storageFull,
  storageFullSentence,
} from "../../errors/storageFull.ts";

function errorWith(fields: object): Error {
  return Object.assign(new Error("something"), fields);
}

const CAUSES: [string, Error, ReturnType<typeof fullStorage>][] = [
  ["Node's error of a full disk", errorWith({ code: "ENOSPC" }), "temporary"],
  ["Node's error of a used-up quota", errorWith({ code: "EDQUOT" }), "temporary"],
  [
    "Node's error that has passed between processes",
    new Error("ENOSPC: no space left on device, write"),
    "temporary",
  ],
  [
    "a quota's error that has passed between processes",
    new Error("EDQUOT: quota exceeded, open"),
    "temporary",
  ],
  [
    "DuckDB's error of a full disk",
    new Error('IO Error: Could not write file "/x/duckdb_temp_storage-0.tmp": No space left on device'),
    "temporary",
  ],
  [
    "DuckDB's error of a used-up quota",
    new Error('IO Error: Could not write file "/x/a.parquet": Disk quota exceeded'),
    "temporary",
  ],
  [
    "Trino's error of spill files",
    new Error("OUT_OF_SPILL_SPACE: No free space available for spill"),
    "temporary",
  ],
  ["the object store's error", errorWith({ name: "StorageFull" }), "objects"],
  ["MinIO's error", errorWith({ name: "XMinioStorageFull" }), "objects"],
  ["an object store's quota", errorWith({ name: "QuotaExceeded" }), "objects"],
  ["any answer 507", errorWith({ $metadata: { httpStatusCode: 507 } }), "objects"],
  [
    "the embedded database's error",
    errorWith({
      name: "InternalServerError",
      message: "commit failed (backend: database or disk is full) and rollback also failed",
    }),
    "database",
  ],
  ["SQLite's error", errorWith({ message: "database or disk is full" }), "database"],
  [
    "an error with a full disk as its cause",
    new Error("x", { cause: errorWith({ code: "ENOSPC" }) }),
    "temporary",
  ],
  ["another error", new Error("Something else"), null],
  ["an error of a file that is missing", errorWith({ code: "ENOENT" }), null],
  ["a lack of memory", new Error("Out of Memory Error: failed to allocate"), null],
];

describe("full storage", () => {
  test.each(CAUSES)("a full disk is recognized by %s", (_, error, expected) => {
    expect(fullStorage(error)).toBe(expected);
  });

  test("quoted client text is not searched", () => {
    const quoted = new DomainError(
      "invalid",
      "validation_error",
      "The value 'ENOSPC: no space left' is not a number.",
    );
    expect(fullStorage(quoted)).toBeNull();
    expect(fullStorage(new Error("x", { cause: quoted }))).toBeNull();
  });

  test("a cyclic error chain ends the search", () => {
    const error = new Error("x");
    error.cause = error;
    expect(fullStorage(error)).toBeNull();
  });

  test.each(["temporary", "objects", "database"] as const)(
    "the storage %s keeps its name when an error passes through a step",
    (storage) => {
      const error = stepStorageFull(storage, new Error("x"));
      expect(fullStorageOfStep(error.name)).toBe(storage);
      expect(fullStorage(error)).toBe(storage);
    },
  );

  test("the message states what is full and what to do", () => {
    expect(storageFull("database").message).toBe(
      "The disk of the database of this platform is full, so the request was not completed. Data stored earlier is safe. Free up space, or ask the platform's operator to do so, then try again.",
    );
    expect(storageFullSentence("temporary", "Repeat it.")).toBe(
      "The disk for temporary files of this platform was full. Repeat it.",
    );
    expect(fullStorageOfStep("Error")).toBeNull();
    expect(fullStorageOfStep(undefined)).toBeNull();
  });
});
