import { expect, it } from "vitest";
import { request } from "../support/http.ts";
import { newLab, sharedPlatform, staffToken } from "../support/lab.ts";

it.each(["a".repeat(3000), "NO NAME", "\u0000", "%"])(
  "an invalid workspace name gets the same response as an unknown one: %#",
  async (text) => {
    const name = encodeURIComponent(text);
    const { platformUrl } = sharedPlatform();
    const lab = await newLab();
    const staff = await staffToken(sharedPlatform());
    const ask = async (method: string, url: string, token: string) =>
      (await request(method, url, { token })).status;
    expect(await ask("GET", `${platformUrl}/v2/workspace:get?name=${name}`, lab.token)).toBe(403);
    expect(await ask("POST", `${platformUrl}/v2/workspace:delete?name=${name}`, staff)).toBe(404);
    const { body } = await request("GET", `${platformUrl}/auth:checkAuth?workspace=${name}`, {
      token: lab.token,
    });
    expect(body).toEqual({ authorized: false, can_reauth: false, org_id: null });
    expect(await ask("GET", `${lab.regionUrl}/v2/workspace/${name}/project:list`, lab.token)).toBe(403);
  },
);
