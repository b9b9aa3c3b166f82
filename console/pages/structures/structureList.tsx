import type { Structure } from "#client/structures.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { Age } from "../../parts/age.tsx";
import { Badge } from "../../parts/badge.tsx";
import { DataTable } from "../../parts/dataTable.tsx";
import { matchLine, stateWords, structureLine } from "./structureWords.ts";

/** Structures with their contents, and how they match the references. */
export function StructureList({ structures }: { structures: readonly Structure[] }) {
  const workspace = useWorkspace();
  if (structures.length === 0) {
    return (
      <div class="card empty">
        <p>
          No structures yet. Add the structure of the protein, experimental or predicted: training uses it,
          and can propose a first plate before anything is measured.
        </p>
      </div>
    );
  }
  return (
    <div class="card scroll">
      <DataTable columns={["Name", "State", "Match with the references", "Added"]} stacks>
        {structures.map(({ id, data, created_at }) => (
          <tr key={id}>
            <th scope="row">
              <a href={pathIn(workspace, "structures", id)}>{data.name}</a>
              {data.state === "READY" && <div class="small muted">{structureLine(data)}</div>}
            </th>
            <td>
              <StructureBadge state={data.state} />
            </td>
            <td class="small">{data.state === "READY" ? matchLine(data) : stateWords(data)}</td>
            <td>
              <Age at={created_at} />
            </td>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}

function StructureBadge({ state }: Pick<Structure["data"], "state">) {
  if (state === "READY") return <Badge tone="ok">ready</Badge>;
  if (state === "UNREADABLE") return <Badge tone="danger">unreadable</Badge>;
  return <Badge tone="">no file</Badge>;
}
