import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";
import { useCloseOutside } from "./useCloseOutside.ts";

interface MenuProps {
  /** Button label; if `isShort`, three dots are shown instead. */
  label: string;
  isShort?: boolean;
  /** Buttons and links with the class `button`. */
  children: ComponentChildren;
}

/** Button that shows additional actions. Clicking one of them, pressing Esc, or clicking elsewhere closes the menu. */
export function Menu({ label, isShort = false, children }: MenuProps) {
  const element = useRef<HTMLDetailsElement>(null);
  // Only the element knows whether it is open; its `toggle` event fires one task later.
  const isOpen = () => element.current?.open === true;
  const close = () => element.current?.removeAttribute("open");
  useCloseOutside(element, { isOpen, close });
  return (
    <details ref={element} class="menu-button">
      {isShort ? (
        <summary class="button icon-button" aria-label={label}>
          <Icon name="more" />
        </summary>
      ) : (
        <summary class="button">{label}</summary>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it are what is pressed */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: they work by key, too */}
      <div class="menu-items" onClick={close}>
        {children}
      </div>
    </details>
  );
}
