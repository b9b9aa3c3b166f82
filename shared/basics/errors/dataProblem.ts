/**
 * Error in a task's data that the task's author can fix and that only becomes apparent when the data is read. Each sentence
 * states what to change. The task fails with the failure kind `USER` and is not retried.
 */
export class DataProblem extends Error {
  override readonly name = "DataProblem";
  readonly sentences: readonly string[];

  constructor(...sentences: string[]) {
    super(sentences.join(" "));
    this.sentences = sentences;
  }
}
