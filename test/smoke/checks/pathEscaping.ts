import { expect } from "vitest";
import { stageLoad } from "../loads.ts";
import { type Answer, type Request, send } from "../send.ts";
import { type Check, expectAnswer, type SmokeLab } from "../smokeTest.ts";

const SPELLINGS = ["%3A", "%3a"];

interface Case {
  request: Request;
  /** Status with an unescaped colon, which shows that the request is valid. */
  status: number;
}

/** Checks escaped colons, which clients and proxies may send, at each entry point: platform, region, uploads. */
export const pathEscaping: Check = async ({ lab, annotate }) => {
  const cases = await casesOf(lab);
  for (const { request, status } of cases) {
    const what = `${request.method} ${request.path}`;
    const plain = await send(request);
    expectAnswer(what, plain, status);
    for (const spelling of SPELLINGS) {
      const [path = "", query] = request.path.split("?");
      const escaped = path.replaceAll(":", spelling);
      const answer = await send({ ...request, path: query ? `${escaped}?${query}` : escaped });
      expectAnswer(`${request.method} ${escaped}, as with a colon`, answer, status);
      expect(comparable(answer), `${request.method} ${escaped}`).toEqual(comparable(plain));
    }
  }
  await annotate(`${cases.length} requests in three spellings`);
};

async function casesOf({ first, staffToken, signal, options: { baseUrl } }: SmokeLab): Promise<Case[]> {
  const platform = { origin: baseUrl, token: staffToken, signal };
  const region = { origin: first.origin, token: first.token, signal };
  const at = (path: string): string => `${first.prefix}${path}`;
  const files = { table: "path_escaping", format: "CSV", columns: [{ name: "a", type: "STRING" }] } as const;
  const { id, files: staged } = await stageLoad(first, { ...files, content: { "one.csv": "a\nx\n" } });
  const download = at(`/data/load:downloadFile?file_id=${staged[0]?.id}`);
  return [
    { request: { method: "GET", path: "/auth:apiStrategy", origin: baseUrl, signal }, status: 200 },
    { request: { method: "GET", path: `/v2/workspace:get?name=${first.name}`, ...platform }, status: 200 },
    // The workspace is not being deleted: the operation itself refuses the request, which changes nothing.
    {
      request: { method: "POST", path: `/v2/workspace:restore?name=${first.name}`, ...platform },
      status: 409,
    },
    { request: { method: "GET", path: at(`/project:get?id=${first.projectId}`), ...region }, status: 200 },
    { request: { method: "GET", path: download, ...region }, status: 200 },
    {
      request: { method: "POST", path: at("/data:query"), body: { query: "SELECT 1 AS one" }, ...region },
      status: 200,
    },
    {
      request: { method: "POST", path: at("/task/analyze.data/v2:create"), body: {}, ...region },
      status: 422,
    },
    {
      request: { method: "POST", path: at(`/data/load:uploadFile?id=${id}`), ...multipart(), ...region },
      status: 200,
    },
  ];
}

/** Returns a form with one small file, as bytes. */
function multipart(): Pick<Request, "body" | "headers"> {
  const boundary = "smoke-test-boundary";
  const lines = [
    `--${boundary}`,
    'content-disposition: form-data; name="file"; filename="two.csv"',
    "content-type: text/csv",
    "",
    "a\ny\n",
    `--${boundary}--`,
    "",
  ];
  return {
    body: Buffer.from(lines.join("\r\n")),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}

/** Returns the parts of a response that are the same for each request. */
function comparable({ headers, bytes, json }: Answer): unknown {
  const type = headers["content-type"];
  if (json === null) return [type, bytes.toString("base64")];
  const { error_id: _, id: __, created_at: ___, ...rest } = json;
  return [type, rest];
}
