import { expect } from "vitest";

/** Fills in the form on a provider page; returns the URL of the next page. */
export async function approveSignIn(url: string, fields: Record<string, string>): Promise<string> {
  const page = await (await fetch(url)).text();
  const hidden = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
    ([, name = "", value = ""]): [string, string] => [name, value.replaceAll("&amp;", "&")],
  );
  const body = new URLSearchParams([...hidden, ...Object.entries({ decision: "approve", ...fields })]);
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1] ?? "";
  const answer = await fetch(new URL(action, url), { method: "POST", body, redirect: "manual" });
  expect(answer.status, await answer.text()).toBeLessThan(400);
  return answer.headers.get("location") ?? "";
}
