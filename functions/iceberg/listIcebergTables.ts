import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { NAMESPACE, requireNamespace } from "#shared/http/icebergNamespace.ts";
import { activeTableRecords } from "#shared/store/tableLists.ts";

export const listIcebergTables = operation(
  {
    summary: "List the tables of the Iceberg catalog",
    description: "All active tables that users created. Views are not listed: read them by SQL.",
    method: "GET",
    path: "/iceberg/v1/{workspace}/namespaces/{namespace}/tables",
    tag: "SQL for other tools",
    audience: "member",
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
    const tables = (await activeTableRecords(workspace)).filter(({ kind }) => kind === "TABLE");
    const names = tables.map(({ reference }) => reference).toSorted();
    return { identifiers: names.map((name) => ({ namespace: [NAMESPACE], name })) };
  },
);
