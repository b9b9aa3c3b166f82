import { contentOf } from "@pdp/formats/files";
import { UnreadableText } from "@pdp/formats/text";
import { UnreadableXlsx } from "@pdp/formats/xlsx";

import { arrangeRows } from "#shared/proposals/arrangeRows.ts";
import { parquetTypes } from "#shared/proposals/parquetTypes.ts";
import { NoSample, type PreviewSource, type Sample } from "#shared/proposals/sample.ts";
import { sampleFile } from "#shared/proposals/sampleFile.ts";
import { withoutWords } from "#shared/proposals/withoutWords.ts";

/**
 * Recognizes a file and reads a sample, as the service's preview does. If the file cannot be read, returns the reason.
 * The last argument contains what the user specified.
 */
export async function readSample(
  path: string,
  name: string,
  { headerRow, sheet, missing = [] }: Pick<PreviewSource, "headerRow" | "sheet" | "missing"> = {},
): Promise<Sample | { reason: string }> {
  const source = {
    path,
    name,
    isCut: false,
    ...(headerRow !== undefined && { headerRow }),
    ...(sheet !== undefined && { sheet }),
  };
  try {
    const { content, compression } = await contentOf(path);
    if (content === "PARQUET" && compression === null) return await sampleParquet(path, name);
    return arrangeRows(withoutWords(await sampleFile(source, content, compression), missing), name);
  } catch (error) {
    const isKnown =
      error instanceof NoSample || error instanceof UnreadableText || error instanceof UnreadableXlsx;
    if (isKnown) return { reason: error.message };
    throw error;
  }
}

/** Reads the typed columns of a Parquet file; only the service reads its rows. */
async function sampleParquet(path: string, name: string): Promise<Sample> {
  const { names, types } = await parquetTypes({ path, name });
  const cells = names.map(() => []);
  return {
    format: "PARQUET",
    detected: {},
    options: {},
    header: names,
    cells,
    rows: 0,
    isWhole: false,
    types,
  };
}
