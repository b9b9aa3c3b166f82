import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/** Closes an open menu on Esc, which returns focus to its button, and on a click outside it. */
export function useCloseOutside(
  element: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: () => void,
  button = "button, summary",
): void {
  useEffect(() => {
    if (!isOpen) return;
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && !element.current?.contains(target)) close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      close();
      element.current?.querySelector<HTMLElement>(button)?.focus();
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKey);
    };
  }, [isOpen]);
}
