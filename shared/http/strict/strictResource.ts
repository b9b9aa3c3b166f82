import { cutText } from "@pdp/basics/wording";
import { STRUCTURE } from "#shared/domain/tasks/artifact.ts";
import { strictParameters } from "./strictParameters.ts";
import { type Fields, NoKnownForm, type ShownTask } from "./strictSources.ts";

/** Maximum lengths in the specification of the texts of resources, which are recognized by a field that only they have. */
const TEXTS: readonly { field: string; lengths: Readonly<Record<string, number>> }[] = [
  { field: "user_type", lengths: { user_id: 200, name: 200, email: 200 } },
  { field: "capabilities", lengths: { display_name: 200 } },
  { field: "modality", lengths: { name: 64 } },
  { field: "project_id", lengths: { name: 64 } },
];

/** Fields of tasks that strict clients do not know. */
const TASK_FIELDS = ["semantics"];

/** Returns a resource with texts and parameters that every client can read; null if it has no such form. */
export function strictResource(resource: Fields): Fields | null {
  // Strict clients know only artifacts that tasks compute.
  if ("producer" in resource && resource.type === STRUCTURE) return null;
  if (resource.kind === "MOVE_LOAD" || resource.kind === "MOVE_TASK") return withoutMove(resource);
  const cut = withCutTexts(resource);
  if (!("data_snapshots" in cut)) return cut;
  try {
    return strictTask(cut as Fields & ShownTask);
  } catch (error) {
    if (error instanceof NoKnownForm) return null;
    throw error;
  }
}

/** Shows a move as a change without tables: strict clients know no moves. */
function withoutMove({ load_id: _, ...version }: Fields): Fields {
  return { ...version, kind: "TABLE_UPDATE" };
}

function strictTask(task: Fields & ShownTask): Fields {
  const { type, parameters, data_snapshots: snapshots } = task;
  const shown = strictParameters(task, String(type), parameters as Fields);
  const isMoved = type === "train/v2" && (parameters as Fields).data == null;
  const paths = Object.entries(snapshots).map(([path, id]) => [isMoved ? `data.${path}` : path, id]);
  return {
    ...Object.fromEntries(Object.entries(task).filter(([name]) => !TASK_FIELDS.includes(name))),
    parameters: shown,
    data_snapshots: Object.fromEntries(paths),
  };
}

function withCutTexts(resource: Fields): Fields {
  const lengths = TEXTS.find(({ field }) => field in resource)?.lengths ?? {};
  const cut = Object.entries(lengths).flatMap(([name, length]) => {
    const value = resource[name];
    return typeof value === "string" ? [[name, cutText(value, length)]] : [];
  });
  return { ...resource, ...Object.fromEntries(cut) };
}
