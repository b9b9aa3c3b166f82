import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { sayError } from "./toast.tsx";

interface ActionButtonProps {
  run: () => Promise<unknown>;
  /** Shown while the action is running. */
  busy?: string;
  class?: string;
  disabled?: boolean;
  children: ComponentChildren;
}

/** Button for work that takes a moment: it is disabled while the work is running, and shows an error if the work fails. */
export function ActionButton({
  run,
  busy,
  class: style = "",
  disabled = false,
  children,
}: ActionButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      sayError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" class={style} disabled={disabled || isBusy} onClick={() => void press()}>
      {isBusy && busy ? busy : children}
    </button>
  );
}
