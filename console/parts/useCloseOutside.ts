import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface Closable {
  isOpen: () => boolean;
  close: () => void;
}

/**
 * Closes an open menu on Esc, which returns focus to its button, and on a click outside it.
 *
 * Listens from the first effect onward, so that the next key closes a menu that has just opened, even before it is rendered
 * again.
 */
export function useCloseOutside(
  element: RefObject<HTMLElement | null>,
  menu: Closable,
  button = "button, summary",
): void {
  const latest = useRef(menu);
  latest.current = menu;
  useEffect(() => {
    const onPress = ({ target }: Event) => {
      const isInside = target instanceof Node && element.current?.contains(target);
      if (!isInside && latest.current.isOpen()) latest.current.close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !latest.current.isOpen()) return;
      latest.current.close();
      element.current?.querySelector<HTMLElement>(button)?.focus();
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKey);
    };
  }, []);
}
