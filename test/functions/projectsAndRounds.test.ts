import { expect, it } from "vitest";
import { newLab } from "../support/lab.ts";

interface Named {
  id: string;
  name: string;
}

interface Page {
  items: Named[];
  cursor: string | null;
}

it("a list returns full pages and every item once, in both orders, regardless of archived items", async () => {
  const own = await newLab();
  const names: string[] = [];
  for (let index = 0; index < 25; index += 1) {
    const { id, name } = await own.api.post<Named>("/project:create", { name: `p${index}` });
    if (index % 3 === 0) names.push(name);
    else await own.api.post(`/project:archive?id=${id}`);
  }
  const expected = ["project", ...names];
  for (const order of ["ASC", "DESC"] as const) {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const after: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page: Page = await own.api.get<Page>(`/project:list?limit=4&order=${order}${after}`);
      seen.push(...page.items.map(({ name }) => name));
      cursor = page.cursor;
      if (cursor !== null) expect(page.items).toHaveLength(4);
    } while (cursor !== null);
    expect(seen).toEqual(order === "ASC" ? expected : expected.toReversed());
  }
});
