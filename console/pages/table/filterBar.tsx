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
  const [name, setName] = useState("");
  const [stated, setStated] = useState<Comparison | null>(null);
  const [value, setValue] = useState("");
  const column = possible.find((candidate) => candidate.name === name) ?? possible[0];
  if (!column) return <div class="filter-bar">{children}</div>;
  const comparisons = comparisonsOf(column.type);
  const comparison = stated && comparisons.includes(stated) ? stated : comparisons[0]!;
  const filter: Filter = { column: column.name, comparison, value: needsValue(comparison) ? value : "" };
  const problem = value === "" ? null : problemOf(() => conditionOf(filter, column.type));
  const add = (event: Event) => {
    event.preventDefault();
    if (problem !== null || (needsValue(comparison) && value === "")) return;
    setFilters([...filters, filter]);
    setValue("");
  };
  return (
    <form class="filter-bar" aria-label="Filter" onSubmit={add}>
      <Filters columns={columns} filters={filters} />
      <Select
        id="filter-column"
        label="Column to filter by"
        value={column.name}
        options={Object.fromEntries(possible.map((option) => [option.name, option.name]))}
        onChange={setName}
      />
      <Select<string>
        id="filter-comparison"
        label="Comparison"
        value={comparison}
        options={Object.fromEntries(comparisons.map((option) => [option, COMPARISONS[option]]))}
        onChange={(next) => setStated(next as Comparison)}
      />
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
      {filters.length > 1 && <MatchChoice />}
      {problem !== null && (
        <span id="filter-problem" class="small danger-text">
          {problem}
        </span>
      )}
      {children && <span class="row rest">{children}</span>}
    </form>
  );
}

/** Filters in the URL, each with a button that removes it. */
function Filters({ columns, filters }: Pick<FilterBarProps, "columns" | "filters">) {
  return (
    <>
      {filters.map((filter) => (
        <button
          key={writeFilter(filter)}
          type="button"
          class="small"
          aria-label={`Remove the filter ${wordsOf(filter)}`}
          onClick={() => setFilters(filters.filter((other) => other !== filter))}
        >
          {wordsOf(filter)}
          {!isApplied(filter, columns) && " (does not fit)"} ✕
        </button>
      ))}
    </>
  );
}

const MATCHES = { all: "rows that match all filters", any: "rows that match any filter" };

function MatchChoice() {
  return (
    <Select
      id="match"
      label="How the filters combine"
      value={readMatch(address.value.searchParams)}
      options={MATCHES}
      onChange={(match) => setQuery({ match: match === "any" ? match : null, row: null })}
    />
  );
}

/** Changes the filters in the URL, and closes the panel of a row. */
function setFilters(filters: readonly Filter[]): void {
  addQuery("where", filters.map(writeFilter), ["row"]);
}

function wordsOf({ column, comparison, value }: Filter): string {
  return `${column} ${COMPARISONS[comparison]} ${value}`.trim();
}
