/** Search for designs in rounds. Its states are plain data, so that they can be stored as checkpoints. */
export interface DesignSearch<Plan, State, Design> {
  start(plan: Plan): State;
  /** Runs one round. */
  round(plan: Plan, state: State): State;
  /** Selects the requested designs, best first. */
  select(plan: Plan, state: State): Design[];
}
