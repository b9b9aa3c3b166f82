import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { problemOf, Select } from "../../parts/form.tsx";
import { addQuery, address, setQuery } from "../../router.ts";
import {
  COMPARISONS,
  type Comparison,
  comparisonsOf,
  conditionOf,
  type Filter,
  type FilterColumn,
  isApplied,
  needsValue,
  readMatch,
  writeFilter,
} from "./rowsQuery.ts";

interface FilterBarProps {
  columns: readonly FilterColumn[];
  filters: readonly Filter[];
  /** Other row controls, shown at the end. */
  children?: ComponentChildren;
}

/** Row filters, which are part of the URL, with a form for adding one. */
export function FilterBar({ columns, filters, children }: FilterBarProps) {
  const possible = columns.filter(({ type }) => comparisonsOf(type).length > 0);
  const [chosen, setChosen] = useState("");
  const [stated, setStated] = useState<Comparison | null>(null);
  const [value, setValue] = useState("");
  const column = possible.find(({ name }) => name === chosen) ?? possible[0];
  if (!column) return <div class="filter-bar">{children}</div>;
  const comparisons = comparisonsOf(column.type);
  const comparison = stated && comparisons.includes(stated) ? stated : comparisons[0]!;
  const filter: Filter = { column: column.name, comparison, value: needsValue(comparison) ? value : "" };
  const problem = value === "" ? null : problemOf(() => conditionOf(filter, column.type));
  const set = (next: readonly Filter[]) => addQuery("where", next.map(writeFilter), ["row"]);
  const add = (event: Event) => {
    event.preventDefault();
    if (problem !== null || (needsValue(comparison) && value === "")) return;
    set([...filters, filter]);
    setValue("");
  };
  return (
    <form class="filter-bar" aria-label="Filter" onSubmit={add}>
      {filters.map((one) => (
        <button
          key={writeFilter(one)}
          type="button"
          class="small"
          aria-label={`Remove the filter ${wordsOf(one)}`}
          onClick={() => set(filters.filter((other) => other !== one))}
        >
          {wordsOf(one)}
          {!isApplied(one, columns) && " (does not fit)"} ✕
        </button>
      ))}
      <select
        aria-label="Column to filter by"
        value={column.name}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      >
        {possible.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select
        aria-label="Comparison"
        value={comparison}
        onChange={({ currentTarget }) => setStated(currentTarget.value as Comparison)}
      >
        {comparisons.map((one) => (
          <option key={one} value={one}>
            {COMPARISONS[one]}
          </option>
        ))}
      </select>
      {needsValue(comparison) && (
        <input
          aria-label="Value to compare with"
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : "filter-problem"}
          class="short"
          value={value}
          onInput={({ currentTarget }) => setValue(currentTarget.value)}
        />
      )}
      <button type="submit" class="small">
        Filter
      </button>
      {filters.length > 1 && (
        <Select
          id="match"
          label="How the filters combine"
          value={readMatch(address.value.searchParams)}
          options={MATCHES}
          onChange={(match) => setQuery({ match: match === "any" ? match : null, row: null })}
        />
      )}
      {problem !== null && (
        <span id="filter-problem" class="small danger-text">
          {problem}
        </span>
      )}
      {children && <span class="row rest">{children}</span>}
    </form>
  );
}

const MATCHES = { all: "rows that match all filters", any: "rows that match any filter" };

function wordsOf({ column, comparison, value }: Filter): string {
  return `${column} ${COMPARISONS[comparison]} ${value}`.trim();
}
