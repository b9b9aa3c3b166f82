import type { Load } from "#client/loadHandle.ts";
import type { Task } from "#client/taskHandle.ts";
import { Icon, type IconName } from "./icon.tsx";

type Tone = "ok" | "danger" | "warn" | "info" | "";

interface BadgeProps {
  tone: Tone;
  icon?: IconName;
  children: string;
}

type State = [tone: Tone, word: string, icon: IconName];

const ICON_OF: Readonly<Record<Tone, IconName>> = {
  ok: "done",
  danger: "failed",
  warn: "warning",
  info: "info",
  "": "waiting",
};

/** State as a word, with an icon and a color that only repeat it. */
export function Badge({ tone, icon = ICON_OF[tone], children }: BadgeProps) {
  return (
    <span class={`badge ${tone}`}>
      <Icon name={icon} class={icon === "running" ? "small turns" : "small"} />
      {children}
    </span>
  );
}

export function LoadBadge({ load }: { load: Pick<Load, "state" | "is_active"> }) {
  const [tone, word, icon] = loadState(load);
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}

function loadState({ state, is_active }: Pick<Load, "state" | "is_active">): State {
  switch (state) {
    case "COMPLETED":
      return is_active ? ["ok", "loaded", "done"] : ["", "undone", "undo"];
    case "FAILED":
      return ["danger", "failed", "failed"];
    case "PENDING":
      return ["warn", "draft", "edit"];
    default:
      return ["info", "running", "running"];
  }
}

const TASK_STATES: Record<Task["state"], State> = {
  INIT: ["", "queued", "waiting"],
  EXECUTING: ["info", "running", "running"],
  COMPLETED: ["ok", "done", "done"],
  FAILED: ["danger", "failed", "failed"],
  CANCELLED: ["", "cancelled", "stopped"],
};

export function TaskBadge({ state }: { state: Task["state"] }) {
  const [tone, word, icon] = TASK_STATES[state];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
