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
  children,
}: PickOneProps<T>) {
  const asked = address.value.searchParams.get(name) ?? usual;
  return (
    <Page title={title}>
      {intro}
      <Reading of={of}>
        {(items) => {
          const chosen = items.find((item) => optionOf(item)[0] === asked) ?? items[0];
          if (chosen === undefined) return <div class="card empty">{empty}</div>;
          return (
            <>
              <Field id={name} label={label}>
                <Select
                  id={name}
                  value={optionOf(chosen)[0]}
                  options={Object.fromEntries(items.map(optionOf))}
                  onChange={(value) => setQuery({ [name]: value }, { replace: true })}
                />
              </Field>
              {children(chosen)}
            </>
          );
        }}
      </Reading>
    </Page>
  );
}
