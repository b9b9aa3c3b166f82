import { describe, test } from "vitest";
import { useFolder } from "../shared/formats/ingesting.ts";
import { expectExactly } from "./awkwardFile.ts";
import { formattedWorkbooks } from "./formattedWorkbooks.ts";
import { libreOfficeWorkbooks } from "./libreOfficeFiles.ts";
import { structuredWorkbooks } from "./structuredWorkbooks.ts";

useFolder();

describe("a workbook from another program", () => {
  test.each([...structuredWorkbooks, ...formattedWorkbooks, ...libreOfficeWorkbooks])("$title", (file) =>
    expectExactly("XLSX", file),
  );
});
