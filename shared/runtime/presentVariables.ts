/**
 * Returns the variables that have a value. An empty variable counts as absent, and AWS rejects empty variables of web
 * functions.
 */
export function presentVariables(
  variables: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const present = Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return Object.fromEntries(present);
}
