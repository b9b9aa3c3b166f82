import { RoundId } from "#shared/domain/id.ts";
import { Round } from "#shared/domain/round.ts";
import { archiveOperations } from "#shared/http/operations/archiveOperations.ts";
import { changeRound } from "#shared/store/rounds.ts";

export const { archive: archiveRound, unarchive: unarchiveRound } = archiveOperations({
  name: "round",
  tag: "Rounds",
  id: RoundId,
  response: Round,
  description: "Its data remains available, but nothing new can be created in it.",
  unarchiveErrors: [404, 422],
  change: changeRound,
  show: (round) => round,
});
