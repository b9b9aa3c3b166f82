import { describe, expect, it } from "vitest";
import { request } from "../support/http.ts";
import { sharedLab, sharedPlatform } from "../support/lab.ts";

/** JSON that contains half of a surrogate pair. */
const HALF = '"\\ud83d"';

describe("unpaired surrogates", () => {
  it("an unpaired surrogate is refused anywhere in a body, and valid pairs are kept", async () => {
    const { name, regionUrl, projectId, token } = await sharedLab();
    const post = (path: string, body: string) =>
      request("POST", `${regionUrl}/v2/workspace/${name}${path}`, { token, body });
    for (const [path, body] of [
      ["/project:create", `{"name":${HALF}}`],
      ["/project:create", `{"name":"a","description":"x\\udfff"}`],
      ["/project:create", `{"name":"a",${HALF}:1}`],
      ["/round:create", `{"project_id":"${projectId}","name":${HALF}}`],
      ["/data:query", `{"query":"SELECT '\\ud800'"}`],
    ] as const) {
      const { status, body: answer } = await post(path, body);
      expect([status, answer.code]).toEqual([400, "invalid_json"]);
    }
    const whole = await post("/project:create", '{"name":"\\ud83d\\ude00"}');
    expect([whole.status, whole.body.name]).toEqual([200, "😀"]);
  });

  it("an unpaired surrogate is refused in a user's name", async () => {
    const url = `${sharedPlatform().platformUrl}/users/me`;
    const { token } = await sharedLab();
    const { status, body } = await request("PATCH", url, { token, body: `{"name":${HALF}}` });
    expect([status, body.code]).toEqual([400, "invalid_json"]);
  });
});
