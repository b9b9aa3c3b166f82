/**
 * What only a look at the data can tell, and whoever started a task can mend: each sentence says what to change. It fails
 * the task as the user's, and nothing is tried again.
 */
export class DataProblem extends Error {
  override readonly name = "DataProblem";
  readonly sentences: readonly string[];

  constructor(...sentences: string[]) {
    super(sentences.join(" "));
    this.sentences = sentences;
  }
}
