import * as v from "valibot";
import { NAMESPACE, requireNamespace } from "#shared/http/iceberg/icebergNamespace.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { activeTableNames } from "#shared/store/tableLists.ts";

export const listIcebergTables = operation(
  {
    summary: "List the Iceberg tables",
    description: "Lists all active tables created by users. Views are not listed: query them with SQL.",
    method: "GET",
    path: "/iceberg/v1/{workspace}/namespaces/{namespace}/tables",
    tag: "SQL for other tools",
    audience: "member",
    role: "reader",
    isOfIceberg: true,
    needs: ["table:read"],
    response: v.object({
      identifiers: v.array(
        v.object({
          namespace: v.array(v.pipe(v.string(), v.examples(["main"]))),
          name: v.pipe(v.string(), v.description("The reference of the table"), v.examples(["variants"])),
        }),
      ),
    }),
    internal: true,
    errors: [404],
  },
  async ({ workspace, path }) => {
    requireNamespace(path.namespace);
    const tables = (await activeTableNames(workspace)).filter(({ kind }) => kind === "TABLE");
    const names = tables.map(({ reference }) => reference).toSorted();
    return { identifiers: names.map((name) => ({ namespace: [NAMESPACE], name })) };
  },
);
