/** Error of a file that cannot be read as XLSX; the message is the reason of a problem. */
export class UnreadableXlsx extends Error {
  override readonly name = "UnreadableXlsx";
}
