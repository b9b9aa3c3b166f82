import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { productName } from "../productName.ts";
import { address } from "../router.ts";
import { HeadActions } from "./headActions.tsx";

interface PageProps {
  title: string;
  /** First line of the page: what one sees, and what one can do. */
  intro?: ComponentChildren;
  /** The one thing that one most likely wants to do here. */
  primary?: ComponentChildren;
  /** Other controls beside the title; in a menu where the window is narrow. */
  actions?: ComponentChildren;
  /** Below the head, without padding: tabs, or a grid. */
  bare?: ComponentChildren;
  children?: ComponentChildren;
}

/** Page with its title, which gets the focus when the page opens, so that screen readers announce it. */
export function Page({ title, intro, primary, actions, bare, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = documentTitle(title, address.value.pathname);
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {actions && <HeadActions>{actions}</HeadActions>}
        {primary}
      </div>
      {bare}
      {children && (
        <div class="content">
          {intro && <p class="intro">{intro}</p>}
          {children}
        </div>
      )}
    </>
  );
}

/** Returns the title of a tab, the most specific part first: `variants · lab · Lab Data Platform`. */
export function documentTitle(title: string, pathname: string, product = productName): string {
  const workspace = /^\/w\/([^/]+)/.exec(pathname)?.[1];
  const parts = [title, workspace && decodeURIComponent(workspace), product];
  return [...new Set(parts.filter(Boolean))].join(" · ");
}

/** Shown while something is being read; empty for the first moment, so that quick responses do not flicker. */
export function Loading({ label = "Loading" }: { label?: string }) {
  return (
    <p class="appear muted" role="status">
      {label}…
    </p>
  );
}
