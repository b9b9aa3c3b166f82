interface InOneObject {
  data?: { dataset?: unknown; homologs?: unknown } | null;
}

/** Returns the parameters of an earlier training run with its data in separate fields, which the form changes. */
export function plainTraining<Parameters extends object>(
  parameters: Parameters & InOneObject,
): Omit<Parameters, "data"> {
  const { data, ...others } = parameters;
  if (data == null) return others;
  const { dataset, homologs } = data;
  return { ...others, ...(dataset != null && { dataset }), ...(homologs != null && { homologs }) };
}

/** Returns the parameters in the form that the service accepts: with a primary objective, the data must be in one object. */
export function statedTraining<Parameters extends object>(
  parameters: Parameters & { primary_objective?: unknown; dataset?: unknown; homologs?: unknown },
): Parameters {
  if (parameters.primary_objective == null) return parameters;
  const { dataset, homologs, ...others } = parameters;
  const data = homologs == null ? { kind: "DATASET", dataset } : { kind: "HOMOLOGS", homologs, dataset };
  return { ...others, data } as unknown as Parameters;
}
