/** Error for a text file that cannot be read as a whole; the message is the reason for the problem. */
export class UnreadableText extends Error {
  override readonly name = "UnreadableText";
}
