import { checkReferenceWells } from "#client/referenceWells.ts";
import {
  NORMALIZATIONS,
  type Normalization,
  normalizableColumns,
  normalizedView,
} from "#shared/domain/columns/normalizedView.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { readRows } from "../../files/rowGrammar.ts";

interface Options {
  value: string;
  control: string;
  plate?: string;
  method?: string;
  positive?: string;
  as?: string;
}

/** Creates a view with values normalized to the reference wells on the same plate. */
export const normalize: CliCommand<Options> = {
  arguments: [["<table>", "reference of a table"]],
  options: [
    ["--value <column>", "column with the values"],
    ["--control <column=value>", "column and value that identify the reference wells, such as sample=WT"],
    [
      "--plate <column>",
      'column that contains the plate or batch; "-" for none; defaults to a column named plate or batch',
    ],
    ["--method <name>", "RATIO (default), DIFFERENCE, Z_SCORE or PERCENT_OF_CONTROL"],
    [
      "--positive <value>",
      "for PERCENT_OF_CONTROL: value that identifies the 100 % wells; --control identifies the 0 % wells",
    ],
    ["--as <name>", "reference of the view; defaults to TABLE_COLUMN"],
  ],
  notes: "The original values are unchanged. The view adds a column that has the formula as its description.",
  run: async (cli, options, reference: string) => {
    const workspace = await cli.workspace();
    const { columns } = await workspace.table(reference);
    const names = columns.map(({ name }) => name);
    const known = (name: string, option: string): string => {
      const columnName = names.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
      if (columnName !== undefined) return columnName;
      throw new UsageError(`${option} names the column "${name}"; ${reference} has ${names.join(", ")}.`);
    };
    if (options.value === undefined || options.control === undefined)
      throw new UsageError("Give --value COLUMN and --control COLUMN=VALUE.");
    const { column, value } = readRows(options.control) ?? {};
    if (column == null || value == null)
      throw new UsageError(
        `--control ${options.control} is not in the form COLUMN=VALUE, such as sample=WT.`,
      );
    const input = {
      table: reference,
      columns,
      value: known(options.value, "--value"),
      plate: plateOf(options.plate, normalizableColumns(columns).plate, known),
      control: { column: known(column.trim(), "--control"), value: value.trim() },
      method: methodOf(options),
      positive: options.positive ?? null,
    };
    const { refusal, warning } = await checkReferenceWells(workspace, input);
    if (refusal !== null) throw new UsageError(refusal);
    if (warning !== null) cli.say(`! ${warning}`);
    const view = normalizedView(input);
    const name = options.as ?? view.reference;
    const made = await workspace.createView(name, view.query, view.formula);
    cli.done(made, `✓ The view ${name} has the column ${view.column}: ${view.formula}`);
  },
};

function plateOf(
  stated: string | undefined,
  proposed: string | null,
  known: (name: string, option: string) => string,
): string | null {
  if (stated === "-") return null;
  return stated === undefined ? proposed : known(stated, "--plate");
}

function methodOf({ method = "RATIO", positive }: Options): Normalization {
  const wanted = method.toUpperCase();
  const normalization = NORMALIZATIONS.find((name) => name === wanted);
  if (normalization === undefined)
    throw new UsageError(`--method must be one of ${NORMALIZATIONS.join(", ")}, not "${method}".`);
  if (positive !== undefined && normalization !== "PERCENT_OF_CONTROL")
    throw new UsageError("--positive requires --method PERCENT_OF_CONTROL.");
  return normalization;
}
