/** The file cannot be read as XLSX; the message is a problem's reason. */
export class UnreadableXlsx extends Error {
  override readonly name = "UnreadableXlsx";
}
