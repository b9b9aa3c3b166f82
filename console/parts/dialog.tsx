import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface DialogProps {
  label: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** Modal dialog that is closed by Esc or a click outside it; focus returns to its previous position. */
export function Dialog({ label, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => element.current?.showModal(), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it by key
    <dialog
      ref={element}
      aria-label={label}
      onClose={onClose}
      onClick={({ target }) => target === element.current && onClose()}
    >
      <div class="dialog">{children}</div>
    </dialog>
  );
}
