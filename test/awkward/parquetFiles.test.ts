import { describe, test } from "vitest";
import { useFolder } from "../shared/formats/ingesting.ts";
import { expectExactly } from "./awkwardFile.ts";
import { parquetFiles } from "./parquetFiles.ts";
import { parquetTimes } from "./parquetTimes.ts";

useFolder();

describe("a Parquet file from another program", () => {
  test.each([...parquetFiles, ...parquetTimes])("$title", (file) => expectExactly("PARQUET", file));
});
