/** Search for designs in rounds. Its states are plain data, for checkpoints. */
export interface DesignSearch<Plan, State, Design> {
  start(plan: Plan): State;
  /** Runs one round. */
  round(plan: Plan, state: State): State;
  /** Selects the designs that are wanted, the best first. */
  select(plan: Plan, state: State): Design[];
}
