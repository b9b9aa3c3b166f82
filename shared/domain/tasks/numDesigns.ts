/** Maximum number of designs of a task. */
export const MAX_DESIGNS = 10_000;

/** Parameters of a design task of version 1 or 2. */
interface Designing {
  num_assemblies?: unknown;
  template_sequence?: { num_results?: unknown };
  template_sequences?: { num_results?: unknown }[];
}

/** Returns the number of designs that a task was asked for: of all templates, in version 1. */
export function numDesigns(parameters: Record<string, unknown>): number {
  const {
    num_assemblies: count,
    template_sequence: template,
    template_sequences: several,
  } = parameters as Designing;
  if (count !== undefined) return Number(count);
  const templates = several ?? (template ? [template] : []);
  return templates.reduce((sum, { num_results: wanted }) => sum + Number(wanted), 0);
}
