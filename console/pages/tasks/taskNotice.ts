import { signal } from "@preact/signals";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { pathIn } from "../../lab.ts";
import { say } from "../../parts/toast.tsx";
import { navigate } from "../../router.ts";
import { taskTitle } from "./taskTitle.ts";

/** Time, in seconds, for which a response may wait for a task to finish. */
const WAIT_SECONDS = 20;
const WORDS: Partial<Record<Task["state"], string>> = {
  COMPLETED: "is done",
  FAILED: "failed",
  CANCELLED: "was cancelled",
};

/** IDs of the tasks for which this tab will announce completion. */
const awaited = signal<ReadonlySet<string>>(new Set());

export function isAwaited({ id }: Pick<Task, "id">): boolean {
  return awaited.value.has(id);
}

/** Returns whether this browser can show notifications. */
export function canNotify(): boolean {
  return "Notification" in window;
}

/**
 * Shows a browser notification when a task finishes, regardless of the page that this tab shows at that time. Throws an error
 * with an explanation if the browser does not allow notifications.
 */
export async function notifyAtEnd(workspace: Workspace, task: Task): Promise<void> {
  const permission =
    Notification.permission === "granted" ? "granted" : await Notification.requestPermission();
  if (permission !== "granted") {
    throw new Error(
      "The browser does not allow notifications here. Allow them in the settings of this page.",
    );
  }
  if (awaited.value.has(task.id)) return;
  awaited.value = new Set([...awaited.value, task.id]);
  const waiting = workspace.task(task.id).settled({ waitSeconds: () => WAIT_SECONDS });
  waiting.then(
    (ended) => announce(ended, pathIn(workspace, "tasks", task.id)),
    // The task page shows the error, and nothing was completed that could be announced.
    () => forget(task.id),
  );
}

function announce(task: Task, path: string): void {
  forget(task.id);
  const words = `${taskTitle(task)} ${WORDS[task.state] ?? "has ended"}`;
  const notice = show(words, { body: task.errors[0] ?? "Open it for the report.", tag: task.id });
  if (notice === null) {
    say(words);
    return;
  }
  notice.onclick = () => {
    window.focus();
    navigate(path);
    notice.close();
  };
}

/** Shows a notification. Returns null if the browser does not allow it: phones allow notifications only from service workers. */
function show(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options);
  } catch {
    return null;
  }
}

function forget(id: string): void {
  awaited.value = new Set([...awaited.value].filter((other) => other !== id));
}
