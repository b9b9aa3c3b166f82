import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { sayError } from "./toast.tsx";

interface ActionButtonProps {
  run: () => Promise<unknown>;
  /** Shown while it runs. */
  busy?: string;
  class?: string;
  disabled?: boolean;
  children: ComponentChildren;
}

/** Button for work that takes a moment: it is disabled meanwhile, and shows the error of failed work. */
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
