/**
 * Options to train without related proteins, or with the related proteins that an earlier training run got from another
 * source.
 */
export const NO_HOMOLOGS = "";
export const EARLIER_HOMOLOGS = " ";

/** Related proteins in the form of training parameters. */
export interface HomologsStated {
  kind?: string;
  table?: string;
}

/** Returns the choice of an earlier training run. */
export function choiceOf(earlier: HomologsStated | null | undefined): string {
  if (earlier == null) return NO_HOMOLOGS;
  return earlier.kind === "TABLE" ? (earlier.table ?? NO_HOMOLOGS) : EARLIER_HOMOLOGS;
}

/** Returns the training parameters with the selected related proteins, which replace those of an earlier training run. */
export function withHomologs<Parameters extends object>(
  parameters: Parameters & { homologs?: unknown },
  choice: string,
): Parameters {
  if (choice === EARLIER_HOMOLOGS) return parameters;
  const { homologs: _, ...others } = parameters;
  const chosen = choice === NO_HOMOLOGS ? {} : { homologs: { kind: "TABLE", table: choice } };
  return { ...others, ...chosen } as unknown as Parameters;
}
