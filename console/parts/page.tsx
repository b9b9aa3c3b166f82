import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface PageProps {
  title: string;
  /** Controls beside the title. */
  actions?: ComponentChildren;
  /** Below the head, without padding: tabs, or a grid. */
  bare?: ComponentChildren;
  children?: ComponentChildren;
}

/** Page with its title, which gets the focus when the page is opened, so that it is read aloud. */
export function Page({ title, actions, bare, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Console`;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {actions}
      </div>
      {bare}
      {children && <div class="content">{children}</div>}
    </>
  );
}

/** Shown while something is read; nothing for the first moment, so that quick answers do not flicker. */
export function Loading({ label = "Loading" }: { label?: string }) {
  return (
    <p class="appear muted" role="status">
      {label}…
    </p>
  );
}
