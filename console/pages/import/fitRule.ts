import { holdsValues, nameKey } from "@pdp/basics/columns";
import type { TableConfig } from "#client/importFiles.ts";
import type { Preview } from "./importDraft.ts";

type Rule = NonNullable<TableConfig["sequence_from"]>;

/**
 * Returns a configuration with a sequence rule that uses the new names of the file's columns; omits the rule if one of its
 * columns is not imported.
 */
export function fitRule(config: TableConfig, { columns }: Pick<Preview, "columns">): TableConfig {
  const { sequence_from: rule, ...plain } = config;
  if (!rule) return config;
  const bySource = new Map(
    config.columns
      .filter(holdsValues)
      .map(({ source_name: source, name }) => [nameKey(source ?? name), name]),
  );
  const names = new Map(
    columns.map(({ name, source_name: source }) => [name, bySource.get(nameKey(source))]),
  );
  const mutations = renamed(rule.mutations, names);
  const { column } = rule.reference;
  const referenceColumn = column == null ? column : names.get(column);
  if (mutations === null || (column != null && referenceColumn === undefined)) return plain;
  const reference = column == null ? rule.reference : { column: referenceColumn as string };
  return { ...plain, sequence_from: { ...rule, mutations, reference } };
}

function renamed(
  mutations: Rule["mutations"],
  names: ReadonlyMap<string | null, string | undefined>,
): Rule["mutations"] | null {
  if (typeof mutations === "string") return names.get(mutations) ?? null;
  const fields = Object.entries(mutations).map(([field, value]) => [
    field,
    typeof value === "string" && field !== "value" ? names.get(value) : value,
  ]);
  if (fields.some(([, value]) => value === undefined)) return null;
  return Object.fromEntries(fields) as Rule["mutations"];
}
