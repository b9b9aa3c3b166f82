/** Error for a file that cannot be read as XLSX; the message is the reason for the problem. */
export class UnreadableXlsx extends Error {
  override readonly name = "UnreadableXlsx";
}
