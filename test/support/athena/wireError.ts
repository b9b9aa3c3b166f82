/** An error that the endpoint answers with, by the name that AWS's clients tell it by. */
export class WireError extends Error {
  readonly status: number;

  constructor(name: string, message: string, status = 400) {
    super(message);
    this.name = name;
    this.status = status;
  }
}
