import { compileFunction } from "node:vm";
import { sentences } from "@pdp/basics/wording";
import { expect, test } from "vitest";
import { bundleConsole } from "#build/console/bundleConsole.ts";
import type { CheckMessage, CheckRequest } from "#console/worker/checkMessages.ts";
import { column, ingest, useFolder } from "#test/shared/formats/ingesting.ts";
import { byNight, isNightly } from "#test/support/byNight.ts";
import { formattedWorkbooks } from "../awkward/formattedWorkbooks.ts";
import { libreOfficeTexts, libreOfficeWorkbooks } from "../awkward/libreOfficeFiles.ts";
import { recordedFiles } from "../awkward/recordedFiles.ts";
import { rFiles } from "../awkward/rFiles.ts";
import { structuredWorkbooks } from "../awkward/structuredWorkbooks.ts";
import { textValues } from "../awkward/textValues.ts";
import { writtenFiles } from "../awkward/writtenFiles.ts";
import { biologyFiles } from "../support/biologyFiles.ts";
import { LARGE_COLUMNS, LARGE_FORMATS, LARGE_SIZES, largeText } from "../support/largeTexts.ts";
import { plateFiles, textOf } from "../support/plateFiles.ts";

useFolder();

const workbooks = [...structuredWorkbooks, ...formattedWorkbooks, ...libreOfficeWorkbooks].map((file) => ({
  ...file,
  name: file.title,
  format: "XLSX" as const,
  content: file.bytes,
}));
const ALL_FILES = [
  ...recordedFiles,
  ...rFiles,
  ...libreOfficeTexts,
  ...writtenFiles,
  ...textValues,
  ...workbooks,
];
/** Every run checks one in four files, of all kinds. */
const FILES = isNightly ? ALL_FILES : ALL_FILES.filter((_, index) => index % 4 === 0);

/** Runs the worker's script as browsers load it, with a library instead of Node's `Buffer`. */
async function startWorker(): Promise<(request: CheckRequest) => Promise<CheckMessage>> {
  const { files, scripts } = await bundleConsole();
  const [path = ""] = scripts.get("console/worker/checkWorker.ts") ?? [];
  const script = new TextDecoder().decode(files.get(path)?.body);
  let listen: (event: { data: CheckRequest }) => void = () => undefined;
  let answer: (message: CheckMessage) => void = () => undefined;
  const self = {
    addEventListener: (_: string, listener: typeof listen) => {
      listen = listener;
    },
    postMessage: (message: CheckMessage) => message.type !== "progress" && answer(message),
  };
  compileFunction(script, ["self"])(self);
  return (request) =>
    new Promise((resolve) => {
      answer = resolve;
      listen({ data: request });
    });
}

test("the check in the browser returns the same results for a file as the service", async () => {
  const check = await startWorker();
  const differing: unknown[] = [];
  let checkedFiles = 0;
  let refusedFiles = 0;
  for (const { name, format, content, columns, reading = {} } of FILES) {
    const bytes = await content();
    const answer = await check({
      file: new Blob([bytes as Uint8Array<ArrayBuffer>]),
      name: `variants.${format.toLowerCase()}`,
      into: "variants",
      config: { format, columns, ...reading } as CheckRequest["config"],
    });
    if (answer.type !== "checked") throw new Error(`${name}: ${JSON.stringify(answer)}`);
    if (answer.checked === null) continue;
    checkedFiles += 1;
    const { errors } = await ingest(format, bytes, columns, reading, "variants");
    if (errors.length > 0) refusedFiles += 1;
    const here = sentences(answer.checked.problems);
    if (JSON.stringify(here) !== JSON.stringify(errors)) {
      differing.push({ name, here, service: errors });
    }
  }
  expect(differing).toEqual([]);
  expect(checkedFiles).toBeGreaterThan(isNightly ? 110 : 25);
  expect(refusedFiles).toBeGreaterThan(isNightly ? 40 : 8);
});

byNight("the check in the browser reads every row of texts of 1 to 4 MiB", async () => {
  const check = await startWorker();
  const columns = LARGE_COLUMNS.map(([name, type]) => ({ name, type }));
  for (const format of LARGE_FORMATS) {
    for (const size of LARGE_SIZES) {
      const content = largeText(format, size);
      const answer = await check({
        file: new Blob([content]),
        name: `large.${format.toLowerCase()}`,
        into: "large",
        config: { format, columns } as CheckRequest["config"],
      });
      const rows = content.split("\n").length - (format === "NDJSON" ? 1 : 2);
      expect(answer).toEqual({
        type: "checked",
        checked: { rows, omitted: 0, problems: { groups: [], count: 0 }, badRows: 0 },
      });
    }
  }
});

byNight("the check in the browser refuses sequence files and plates like the service", async () => {
  const check = await startWorker();
  const columns = [column("sequence", "STRING")];
  const texts = [
    ...biologyFiles.map(([, , content]) => content),
    ...plateFiles.map(({ cells }) => textOf(cells, ",")),
  ];
  for (const content of texts) {
    const file = new Blob([content]);
    const config = { format: "CSV", columns } as CheckRequest["config"];
    const answer = await check({ file, name: "variants.csv", into: "variants", config });
    if (answer.type !== "checked") throw new Error(JSON.stringify(answer));
    const { errors } = await ingest("CSV", content, columns, {}, "variants");
    expect(errors).toHaveLength(1);
    expect(answer.checked && sentences(answer.checked.problems)).toEqual(errors);
  }
});
