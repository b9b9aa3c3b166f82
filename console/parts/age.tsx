import { formatAge } from "./format.ts";

/** Time as a distance from now, with the exact time in UTC as its title. */
export function Age({ at }: { at: string }) {
  return (
    <time class="age" dateTime={at} title={at}>
      {formatAge(at)}
    </time>
  );
}
