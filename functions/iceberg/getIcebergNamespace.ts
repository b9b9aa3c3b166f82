import * as v from "valibot";
import { requireNamespace } from "#shared/http/iceberg/icebergNamespace.ts";
import { operation } from "#shared/http/operations/operation.ts";

export const getIcebergNamespace = operation(
  {
    summary: "Get an Iceberg namespace",
    description: "The only namespace is `main`. `HEAD` checks whether a namespace exists.",
    method: "GET",
    path: "/iceberg/v1/{workspace}/namespaces/{namespace}",
    tag: "SQL for other tools",
    audience: "member",
    role: "reader",
    isOfIceberg: true,
    needs: [],
    response: v.object({
      namespace: v.array(v.pipe(v.string(), v.examples(["main"]))),
      properties: v.pipe(v.record(v.string(), v.string()), v.examples([{}])),
    }),
    internal: true,
    errors: [404],
  },
  async ({ path }) => {
    requireNamespace(path.namespace);
    return { namespace: [path.namespace ?? ""], properties: {} };
  },
);
