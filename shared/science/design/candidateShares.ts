import { type CandidateGroup, type CandidateSpaces, groupOf } from "./candidateSpaces.ts";

/** Candidates of one generator, and the limits of its search. */
interface GroupShare<One> {
  /** Null if there is a single generator. */
  group: CandidateGroup | null;
  share: number;
  members: One[];
}

/** Divides candidates by the generator that made them. */
export function byGenerator<One extends { readonly sequence: Uint8Array }>(
  candidates: CandidateSpaces | undefined,
  all: readonly One[],
): GroupShare<One>[] {
  const groups = candidates?.groups ?? [];
  if (candidates === undefined || groups.length < 2)
    return [{ group: groups[0] ?? null, share: 1, members: [...all] }];
  const members = Map.groupBy(all, ({ sequence }) => groupOf(candidates, sequence));
  return groups.map((group) => ({ group, share: group.share, members: members.get(group) ?? [] }));
}

/** Divides candidates by preference: those in later parts only fill slots that earlier parts leave empty. */
export function byPreference<One extends { readonly sequence: Uint8Array }>(
  candidates: CandidateSpaces | undefined,
  all: readonly One[],
): One[][] {
  const tiers = Map.groupBy(byGenerator(candidates, all), ({ group }) => group?.tier ?? 0);
  // Groups are in order of preference. Within a tier, candidates keep their order.
  return [...tiers.values()].map((parts) => {
    if (parts.length === 1) return parts[0]!.members;
    const inTier = new Set(parts.flatMap(({ members }) => members));
    return all.filter((candidate) => inTier.has(candidate));
  });
}
