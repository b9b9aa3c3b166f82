import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { productName } from "../productName.ts";
import { address } from "../router.ts";
import { HeadActions } from "./headActions.tsx";

interface PageProps {
  title: string;
  /** First line of the page: what it shows and what users can do. */
  intro?: ComponentChildren;
  /** Primary action of the page. */
  primary?: ComponentChildren;
  /** Other controls next to the title; in a menu if the window is narrow. */
  actions?: ComponentChildren;
  /** Below the header, without padding: tabs or a grid. */
  bare?: ComponentChildren;
  children?: ComponentChildren;
}

/** Page with a title that receives focus when the page opens, so that screen readers announce it. */
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

/** Returns a tab title, with the most specific part first: `variants · lab · Lab Data Platform`. */
export function documentTitle(title: string, pathname: string, product = productName): string {
  const workspace = /^\/w\/([^/]+)/.exec(pathname)?.[1];
  const parts = [title, workspace && decodeURIComponent(workspace), product];
  return [...new Set(parts.filter(Boolean))].join(" · ");
}

/** Shown while something is loading; empty for the first moment, so that quick responses do not flicker. */
export function Loading({ label = "Loading" }: { label?: string }) {
  return (
    <p class="appear muted" role="status">
      {label}…
    </p>
  );
}
