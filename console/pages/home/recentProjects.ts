/** Import or task of a project. */
interface Work {
  context: { kind: string; project_id?: string | number };
  created_at: string;
  created_by: string;
}

/**
 * Sorts projects by the latest work in them: first those that a person worked in, then those of others, and finally those without recent
 * work, the newest first. `projects` are in the order of their creation.
 */
export function recentProjects<Project extends { id: string }>(
  projects: readonly Project[],
  work: readonly Work[],
  person: string,
): Project[] {
  const latest = (onlyMine: boolean): ReadonlyMap<string, string> => {
    const times = new Map<string, string>();
    for (const { context, created_at, created_by } of work) {
      if (context.project_id === undefined || (onlyMine && created_by !== person)) continue;
      const id = String(context.project_id);
      if (created_at > (times.get(id) ?? "")) times.set(id, created_at);
    }
    return times;
  };
  const [mine, all] = [latest(true), latest(false)];
  const compare = (a: Project, b: Project, times: ReadonlyMap<string, string>) =>
    (times.get(b.id) ?? "").localeCompare(times.get(a.id) ?? "");
  return projects.toReversed().sort((a, b) => compare(a, b, mine) || compare(a, b, all));
}
