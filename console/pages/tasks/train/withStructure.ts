/** Returns the training parameters with the selected structure, which replaces that of an earlier training run; empty for none. */
export function withStructure<Parameters extends object>(
  parameters: Parameters & { structure?: unknown },
  id: string,
): Parameters {
  const { structure: _, ...others } = parameters;
  const chosen = id === "" ? {} : { structure: { artifact_id: id } };
  return { ...others, ...chosen } as unknown as Parameters;
}
