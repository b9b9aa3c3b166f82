import type { JsonSchema } from "./jsonSchema.ts";

/** JSON response of an operation. */
interface Response {
  content?: { "application/json"?: { schema: JsonSchema } };
}

/** Names the list pages in the document after their items: a page of tasks is a `TaskPage`. */
export function namePages(
  paths: Record<string, Record<string, unknown>>,
  components: Record<string, JsonSchema>,
): void {
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    const { responses } = (operation ?? {}) as { responses?: Record<string, Response> };
    const media = responses?.[200]?.content?.["application/json"];
    const item = media && itemOfPage(media.schema);
    if (!media || !item) continue;
    const name = `${item}Page`;
    components[name] ??= media.schema;
    media.schema = { $ref: `#/components/schemas/${name}` };
  }
}

/** Returns the name of a page's items, or null if the schema is not a page of named items. */
function itemOfPage({ properties }: JsonSchema): string | null {
  const { items, cursor } = (properties ?? {}) as { items?: { items?: { $ref?: string } }; cursor?: unknown };
  if (cursor === undefined) return null;
  return items?.items?.$ref?.split("/").at(-1) ?? null;
}
