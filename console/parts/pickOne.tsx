import type { ComponentChildren } from "preact";
import type { Resource } from "../resource.ts";
import { address, setQuery } from "../router.ts";
import { Field, Select } from "./form.tsx";
import { Page } from "./page.tsx";
import { Reading } from "./reading.tsx";

interface PickOneProps<T> {
  title: string;
  /** Sentence that says what the page is for. */
  intro?: ComponentChildren;
  of: Resource<readonly T[]>;
  /** Name of the choice in the address. */
  name: string;
  label: string;
  /** Value and label of an item. */
  optionOf: (item: T) => readonly [value: string, text: string];
  /** Value that is chosen as long as the address names none. */
  usual?: string | undefined;
  /** Shown where there is nothing to choose. */
  empty: ComponentChildren;
  /** Tells whether an item can be chosen; all of them can if absent. */
  fits?: (item: T) => boolean;
  /** Says why the item that was asked for cannot be chosen; undefined if it does not exist. No other takes its place. */
  unfit: (item: T | undefined) => ComponentChildren;
  /** Form for the chosen item. */
  children: (item: T) => ComponentChildren;
}

/** Page with a form about one item of several. Which one is in the address. */
export function PickOne<T>({
  title,
  intro,
  of,
  name,
  label,
  optionOf,
  usual,
  empty,
  fits = () => true,
  unfit,
  children,
}: PickOneProps<T>) {
  const asked = address.value.searchParams.get(name) || usual;
  return (
    <Page title={title} intro={intro}>
      <Reading of={of}>
        {(items) => {
          const offered = items.filter(fits);
          const named = items.find((item) => optionOf(item)[0] === asked);
          const chosen = asked ? offered.find((item) => item === named) : offered[0];
          if (chosen === undefined && !asked) return <div class="card empty">{empty}</div>;
          const options = Object.fromEntries(offered.map(optionOf));
          return (
            <>
              {offered.length > 0 && (
                <Field id={name} label={label}>
                  <Select
                    id={name}
                    value={chosen ? optionOf(chosen)[0] : ""}
                    options={chosen ? options : { "": "Choose…", ...options }}
                    onChange={(value) => setQuery({ [name]: value }, { replace: true })}
                  />
                </Field>
              )}
              {chosen ? children(chosen) : <div class="notice warn">{unfit(named)}</div>}
            </>
          );
        }}
      </Reading>
    </Page>
  );
}
