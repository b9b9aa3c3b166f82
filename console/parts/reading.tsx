import type { ComponentChildren } from "preact";
import { latestOf, type Resource } from "../resource.ts";
import { Failure } from "./failure.tsx";
import { Loading } from "./page.tsx";

interface ReadingProps<T> {
  of: Resource<T>;
  /** Name of the data, for the message while they are read. */
  label?: string;
  children: (value: T) => ComponentChildren;
}

/** Shows data, even while they are read again; before that, that they are being read, or why they could not be. */
export function Reading<T>({ of, label, children }: ReadingProps<T>) {
  if (of.state === "failed") return <Failure error={of.error} />;
  const value = latestOf(of);
  return <>{value === undefined ? <Loading {...(label !== undefined && { label })} /> : children(value)}</>;
}
