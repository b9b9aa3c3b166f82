import type { ComponentChildren } from "preact";
import type { Resource } from "../resource.ts";
import { address, setQuery } from "../router.ts";
import { Field, Select } from "./form.tsx";
import { Page } from "./page.tsx";
import { Reading } from "./reading.tsx";

interface PickOneProps<T> {
  title: string;
  /** Sentence about the purpose of the page. */
  intro?: ComponentChildren;
  of: Resource<readonly T[]>;
  /** Name of the address's parameter for the choice. */
  name: string;
  label: string;
  /** Value and label of an item. */
  optionOf: (item: T) => readonly [value: string, text: string];
  /** Default value if the address names none. */
  usual?: string | undefined;
  /** Shown if there is nothing to choose. */
  empty: ComponentChildren;
  /** Tells whether an item can be chosen; if absent, all can. */
  fits?: (item: T) => boolean;
  /** Says why the requested item cannot be chosen; undefined if it does not exist. No other item replaces it. */
  unfit: (item: T | undefined) => ComponentChildren;
  /** Form for the chosen item. */
  children: (item: T) => ComponentChildren;
}

/** Page with a form about one of several items, which the address names. */
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
