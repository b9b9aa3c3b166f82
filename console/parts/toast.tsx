import { effect, signal } from "@preact/signals";
import { address } from "../router.ts";
import { Icon } from "./icon.tsx";
import { sentenceOf } from "./sentenceOf.ts";

interface Toast {
  id: number;
  text: string;
  isError: boolean;
  /** Path of the page that shows it. */
  page: string;
  action?: { label: string; run: () => void };
}

const SHOWN_MS = 8_000;
const toasts = signal<Toast[]>([]);
let last = 0;

/** Reports what was done, for example with an action to undo it. Messages that must be read stay until they are dismissed. */
export function say(text: string, action?: Toast["action"], stays = false): void {
  show(text, false, action, stays);
}

export function sayError(error: unknown): void {
  show(sentenceOf(error), true);
}

function show(text: string, isError: boolean, action?: Toast["action"], stays = isError): void {
  const id = ++last;
  const page = address.value.pathname;
  // A success makes an earlier failure on this page obsolete.
  if (!isError) toasts.value = toasts.value.filter((toast) => !toast.isError || toast.page !== page);
  toasts.value = [...toasts.value, { id, text, isError, page, ...(action && { action }) }];
  if (!stays) setTimeout(() => dismiss(id), SHOWN_MS);
}

// Messages about one page do not appear on the next one. Errors stay until they are dismissed.
effect(() => {
  const { pathname } = address.value;
  toasts.value = toasts.peek().filter(({ isError, page }) => isError || page === pathname);
});

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
          <button type="button" class="icon-button small" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
