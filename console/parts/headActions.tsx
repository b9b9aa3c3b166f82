import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Icon } from "./icon.tsx";
import { useCloseOutside } from "./useCloseOutside.ts";

/** Page actions next to the title; in a narrow window, they are in a menu with a three-dot button. */
export function HeadActions({ children }: { children: ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useCloseOutside(element, { isOpen: () => isOpen, close: () => setOpen(false) });
  return (
    <div ref={element} class={`head-actions ${isOpen ? "open" : ""}`}>
      <button
        type="button"
        class="icon-button more"
        aria-label="More actions"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      <div class="items">{children}</div>
    </div>
  );
}
