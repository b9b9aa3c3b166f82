import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sheetOf, workbookOf } from "#test/shared/formats/zipping.ts";
import type { Lab } from "#test/support/lab.ts";
import { type Site, startSite } from "./site.ts";

/**
 * Two tenants send workbooks with a very large number of sheets at the same time, while a third one previews a workbook and
 * works.
 */

const SENTENCE =
  /the workbook has 250,000 sheets, but at most 1,000 are allowed; split the workbook, or save the sheet as CSV/;
const ROWS =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c></row><row r="2"><c r="A2"><v>1</v></c></row>';
const AT_ONCE = 6;

interface Preview {
  problems: string[];
  columns: unknown[];
  config: object | null;
}

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site.close());

function workbook(count: number, attributes = ""): Uint8Array<ArrayBuffer> {
  const sheet = (index: number): string =>
    `<sheet name="s${index}" sheetId="${index}"${attributes} r:id="rId1"/>`;
  const listed = Array.from({ length: count }, (_, index) => sheet(index)).join("");
  const bytes = workbookOf({
    sheet: sheetOf(ROWS),
    workbook: `<workbook><sheets>${listed}</sheets></workbook>`,
  });
  return new Uint8Array(bytes);
}

async function preview({ api }: Lab, bytes: Uint8Array<ArrayBuffer>): Promise<Preview> {
  const form = new FormData();
  form.set("file", new Blob([bytes]), "book.xlsx");
  return api.postForm<Preview>("/data:preview", form);
}

async function uploadProblems({ api, projectId }: Lab, bytes: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const { id } = await api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id: projectId },
    tables: { books: { columns: [{ name: "id", type: "INT64" }], format: "XLSX" } },
  });
  await api.upload(id, "books", "book.xlsx", new Blob([bytes]));
  return (await api.get<{ errors: string[] }>(`/data/load:get?id=${id}`)).errors;
}

/** Runs an attack by both attackers at the same time, while the bystander previews a workbook. */
async function byBoth(attack: (lab: Lab) => Promise<void>): Promise<void> {
  const good = workbook(3);
  await site.withstand(async () => {
    const ownPreviews = async (): Promise<void> => {
      const { problems, columns } = await preview(site.bystander, good);
      expect({ problems, columns: columns.length }).toEqual({ problems: [], columns: 1 });
    };
    await Promise.all([...site.attackers.map(attack), ownPreviews()]);
  });
}

describe("workbooks with a quarter of a million sheets, from two tenants at once", () => {
  it.each([
    ["visible ones", ""],
    ["hidden ones", ' state="hidden"'],
  ])(
    "workbooks with many sheets (%s) are rejected in previews with the sheet count and affect no one",
    async (_, attributes) => {
      const bytes = workbook(250_000, attributes);
      await byBoth(async (lab) => {
        const found = await Promise.all(Array.from({ length: AT_ONCE }, () => preview(lab, bytes)));
        for (const { problems, config } of found) {
          expect(config).toBeNull();
          expect(problems).toEqual([expect.stringMatching(SENTENCE)]);
        }
      });
    },
  );

  it("an upload of this workbook is rejected with its sheet count and affects no one else", async () => {
    const bytes = workbook(250_000);
    await byBoth(async (lab) => {
      const found = await Promise.all(Array.from({ length: AT_ONCE }, () => uploadProblems(lab, bytes)));
      for (const problems of found) expect(problems).toEqual([expect.stringMatching(SENTENCE)]);
    });
  });
});
