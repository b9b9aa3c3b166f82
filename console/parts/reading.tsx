import type { ComponentChildren } from "preact";
import { latestOf, type Resource } from "../resource.ts";
import { Failure } from "./failure.tsx";
import { Loading } from "./page.tsx";

interface ReadingProps<T> {
  of: Resource<T>;
  /** Name of the data, for the message shown while it is loading. */
  label?: string;
  children: (value: T) => ComponentChildren;
}

/** Shows data, even while it is being reloaded. Until it is available, shows that it is loading or why it could not be loaded. */
export function Reading<T>({ of, label, children }: ReadingProps<T>) {
  if (of.state === "failed") return <Failure error={of.error} />;
  const value = latestOf(of);
  return <>{value === undefined ? <Loading {...(label !== undefined && { label })} /> : children(value)}</>;
}
