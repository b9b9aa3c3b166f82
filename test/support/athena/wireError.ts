/** Error that the endpoint responds with, identified by the name that AWS clients recognize. */
export class WireError extends Error {
  readonly status: number;

  constructor(name: string, message: string, status = 400) {
    super(message);
    this.name = name;
    this.status = status;
  }
}
