import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LoadFile } from "#shared/domain/loads/load.ts";
import type { DatabaseCall } from "#shared/runtime/scope.ts";
import { type Lab, newLab } from "../support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "../support/ownPlatform.ts";

const COLUMNS = [{ name: "n", type: "INT64" }];
const CSV = "n\n1\n2\n";
const ERROR = { status: 500, body: JSON.stringify({ __type: "InternalServerError", message: "lost" }) };

/** Number of responses to writes of file records that are lost after the write. */
let lost = 0;
/** Number of writes of file records that the database does not carry out. */
let failed = 0;
let own: OwnPlatform;
let lab: Lab;

beforeAll(async () => {
  own = await startOwnPlatform({});
  const { EU } = own.platform.settings;
  const call = EU.callDatabase as DatabaseCall;
  EU.callDatabase = async (operation, body) => {
    const isRecord = operation === "TransactWriteItems" && body.includes("#LOAD#FILE#");
    if (isRecord && failed-- > 0) return ERROR;
    const answer = await call(operation, body);
    return isRecord && lost-- > 0 ? ERROR : answer;
  };
  lab = await newLab(own.addresses);
});
afterAll(() => own.close());

async function newLoad(): Promise<string> {
  const body = {
    context: { kind: "PROJECT", project_id: lab.projectId },
    tables: { t: { columns: COLUMNS } },
  };
  return (await lab.api.post<{ id: string }>("/data/load:create", body)).id;
}

describe("an upload whose record is uncertain", () => {
  it.each([1, 3, 100])(
    "the file can be downloaded after %d responses of the database were lost",
    async (responses) => {
      const load = await newLoad();
      lost = responses;
      failed = 0;
      const { id } = await lab.api.upload<LoadFile>(load, "t", "a.csv", CSV);
      lost = 0;
      const { files } = await lab.api.get<{ files: LoadFile[] }>(`/data/load:get?id=${load}`);
      expect(files.map((file) => file.id)).toEqual([id]);
      expect(Buffer.from(await lab.api.download(`/data/load:downloadFile?file_id=${id}`)).toString()).toBe(
        CSV,
      );
    },
  );

  it("an upload fails if its record was not written, and can be repeated", async () => {
    const load = await newLoad();
    lost = 0;
    failed = 100;
    await expect(lab.api.upload(load, "t", "a.csv", CSV)).rejects.toMatchObject({ status: 500 });
    failed = 0;
    await lab.api.upload(load, "t", "a.csv", CSV);
    await lab.api.post(`/data/load:finalize?id=${load}`);
    expect((await lab.api.settled(load)).state).toBe("COMPLETED");
  });
});
