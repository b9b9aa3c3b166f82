import { signal } from "@preact/signals";
import { sentenceOf } from "./failure.tsx";

interface Toast {
  id: number;
  text: string;
  isError: boolean;
  action?: { label: string; run: () => void };
}

const SHOWN_MS = 8_000;
const toasts = signal<Toast[]>([]);
let last = 0;

/** Says what was done; with an action to take it back, for example. */
export function say(text: string, action?: Toast["action"]): void {
  show({ id: ++last, text, isError: false, ...(action && { action }) });
}

export function sayError(error: unknown): void {
  show({ id: ++last, text: sentenceOf(error), isError: true });
}

function show(toast: Toast): void {
  toasts.value = [...toasts.value, toast];
  // Errors stay until they are dismissed.
  if (!toast.isError) setTimeout(() => dismiss(toast.id), SHOWN_MS);
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, isError, action }) => (
        <div key={id} class={`toast ${isError ? "notice danger" : ""}`}>
          <span>{text}</span>
          {action && (
            <button
              type="button"
              class="small"
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" class="small" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}
