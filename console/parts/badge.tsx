import type { Load } from "#client/loadHandle.ts";
import type { Task } from "#client/taskHandle.ts";

type Tone = "ok" | "danger" | "warn" | "info" | "";

/** State in a word, with a colour that only repeats it. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span class={`badge ${tone}`}>
      <span aria-hidden="true">●</span>
      {children}
    </span>
  );
}

export function LoadBadge({ load }: { load: Pick<Load, "state" | "is_active"> }) {
  const [tone, word] = loadState(load);
  return <Badge tone={tone}>{word}</Badge>;
}

function loadState({ state, is_active }: Pick<Load, "state" | "is_active">): [Tone, string] {
  switch (state) {
    case "COMPLETED":
      return is_active ? ["ok", "loaded"] : ["", "undone"];
    case "FAILED":
      return ["danger", "failed"];
    case "PENDING":
      return ["warn", "draft"];
    default:
      return ["info", "running"];
  }
}

const TASK_STATES: Record<Task["state"], [Tone, string]> = {
  INIT: ["", "queued"],
  EXECUTING: ["info", "running"],
  COMPLETED: ["ok", "done"],
  FAILED: ["danger", "failed"],
  CANCELLED: ["", "cancelled"],
};

export function TaskBadge({ state }: { state: Task["state"] }) {
  const [tone, word] = TASK_STATES[state];
  return <Badge tone={tone}>{word}</Badge>;
}
