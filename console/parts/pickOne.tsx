import type { ComponentChildren } from "preact";
import type { Resource } from "../resource.ts";
import { address, setQuery } from "../router.ts";
import { Field } from "./form.tsx";
import { Page } from "./page.tsx";
import { Reading } from "./reading.tsx";
import { SearchSelect } from "./searchSelect.tsx";

interface PickOneProps<T> {
  title: string;
  /** Sentence that explains the purpose of the page. */
  intro?: ComponentChildren;
  of: Resource<readonly T[]>;
  /** Name of the URL parameter for the selection. */
  name: string;
  label: string;
  /** Value and label of an item. */
  optionOf: (item: T) => readonly [value: string, text: string];
  /** Default value if the URL does not name one. */
  usual?: string | undefined;
  /** Shown if there is nothing to select. */
  empty: ComponentChildren;
  /** Returns why an item cannot be selected, in a few words; null if it can. If absent, all items can be selected. */
  reasonAgainst?: (item: T) => string | null;
  /**
   * Explains why the requested item cannot be selected; undefined if it does not exist. The request never falls back to
   * another item.
   */
  unfit: (item: T | undefined) => ComponentChildren;
  /** Form for the selected item. */
  children: (item: T) => ComponentChildren;
}

/** Page with a form for one of several items, named in the URL. */
export function PickOne<T>({
  title,
  intro,
  of,
  name,
  label,
  optionOf,
  usual,
  empty,
  reasonAgainst = () => null,
  unfit,
  children,
}: PickOneProps<T>) {
  const requested = address.value.searchParams.get(name) || usual;
  return (
    <Page title={title} intro={intro}>
      <Reading of={of}>
        {(items) => {
          const offered = items.filter((item) => reasonAgainst(item) === null);
          const named = items.find((item) => optionOf(item)[0] === requested);
          const chosen = requested ? offered.find((item) => item === named) : offered[0];
          if (chosen === undefined && !requested) return <div class="card empty">{empty}</div>;
          const options = items.map((item) => {
            const [value, text] = optionOf(item);
            return { value, text, reason: reasonAgainst(item) };
          });
          return (
            <>
              {offered.length > 0 && (
                <Field id={name} label={label}>
                  <SearchSelect
                    id={name}
                    label={label}
                    value={chosen ? optionOf(chosen)[0] : ""}
                    options={options}
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
