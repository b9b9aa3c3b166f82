import { optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { NAMESPACE, requireNamespace } from "#shared/http/iceberg/icebergNamespace.ts";
import { operation } from "#shared/http/operations/operation.ts";

export const listIcebergNamespaces = operation(
  {
    summary: "List the Iceberg namespaces",
    description: "The only namespace is `main`; it has no child namespaces.",
    method: "GET",
    path: "/iceberg/v1/{workspace}/namespaces",
    tag: "SQL for other tools",
    audience: "member",
    role: "reader",
    isOfIceberg: true,
    needs: [],
    query: v.object({
      parent: v.pipe(optional(v.string()), v.description("Parent namespace"), v.examples(["main"])),
    }),
    response: v.object({ namespaces: v.array(v.array(v.pipe(v.string(), v.examples(["main"])))) }),
    internal: true,
    errors: [404],
  },
  async ({ query }) => {
    if (!query.parent) return { namespaces: [[NAMESPACE]] };
    requireNamespace(query.parent);
    return { namespaces: [] };
  },
);
