import { beforeAll, expect, test } from "vitest";
import { type Lab, sharedLab } from "../support/lab.ts";

interface Load {
  id: string;
  state: string;
  warnings?: string[];
}

let lab: Lab;

beforeAll(async () => {
  lab = await sharedLab();
});

const COLUMNS = [
  { name: "variant", type: "STRING" },
  { name: "inhibition", type: "INT64" },
];
const DECIMALS = [COLUMNS[0], { name: "inhibition", type: "FLOAT64" }];
const OFFER =
  'The column "inhibition" of table "plates" is INT64, not FLOAT64. Column types cannot change. To store the values in a new column "inhibition_decimal", set "decimals": "NEW_COLUMN" for the table "plates". A view can combine it with "inhibition".';
const QUERY =
  'SELECT "variant", coalesce("inhibition_decimal", CAST("inhibition" AS double)) AS "inhibition" FROM "plates"';

async function newLoad(config: object, content: string): Promise<Load> {
  const context = { kind: "PROJECT", project_id: lab.projectId };
  const load = await lab.api.post<Load>("/data/load:create", { context, tables: { plates: config } });
  await lab.api.upload(load.id, "plates", "plate.csv", content);
  return load;
}

async function finalized({ id }: Load): Promise<Load> {
  await lab.api.post(`/data/load:finalize?id=${id}`);
  return (await lab.api.settled(id)) as unknown as Load;
}

test("decimals for an INT64 column are refused, or loaded into a new column on request", async () => {
  const first = await finalized(await newLoad({ columns: COLUMNS }, "variant,inhibition\nA1G,95\n"));
  expect(first.state).toBe("COMPLETED");

  const content = "variant,inhibition\nA4G,95.5\nA5G,80\n";
  const refused = await newLoad({ columns: DECIMALS }, content);
  expect(refused.warnings).toEqual([OFFER]);
  const answer = finalized(refused);
  await expect(answer).rejects.toMatchObject({ status: 409, body: { code: "column_type_mismatch" } });
  await expect(answer).rejects.toThrow(OFFER);

  const offered = await newLoad({ columns: DECIMALS, decimals: "NEW_COLUMN" }, content);
  expect(offered.warnings).toEqual([
    `Decimal values for INT64 columns of "plates" are stored in separate columns. To combine both, create a view "plates_decimal" with the query ${QUERY}`,
  ]);
  expect((await finalized(offered)).state).toBe("COMPLETED");
  await lab.api.post("/data/table:create", { reference: "plates_decimal", kind: "VIEW", query: QUERY });
  const table = await lab.api.query("SELECT variant, inhibition FROM plates_decimal ORDER BY variant");
  expect(table.toArray().map((row) => Object.values(row))).toEqual([
    ["A1G", 95],
    ["A4G", 95.5],
    ["A5G", 80],
  ]);
  const { columns } = await lab.api.get<{ columns: { name: string; type: string }[] }>(
    "/data/table:get?reference=plates",
  );
  expect(columns.map(({ name, type }) => [name, type])).toEqual([
    ["variant", "STRING"],
    ["inhibition", "INT64"],
    ["inhibition_decimal", "FLOAT64"],
  ]);
});
