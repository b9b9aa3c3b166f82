/** Marks that prove which instrument's program wrote an export. */
const MARKS: readonly [name: string, mark: RegExp][] = [
  [
    "Applied Biosystems qPCR",
    /^\* Block Type\s*=|^"?# Instrument Type: *QuantStudio|^Instrument Type[,;\t]+"?QuantStudio/m,
  ],
  ["SoftMax Pro", /^(?:\ufeff|")*##BLOCKS=\s*\d/m],
  ["Luminex xPONENT", /^"?Program"?[,;\t]"?xPONENT/m],
  ["BioTek Gen5", /^Experiment File Path:.*\.xpt\b/m],
  ["Tecan i-control", /^Application: Tecan i-control/m],
  ["Tecan SparkControl", /^Application: SparkControl/m],
  ["Tecan Magellan", /^Tecan .*\bMagellan\b|^Magellan\b/m],
  ["Thermo SkanIt", /\bSkanIt Software\b/],
  ["PerkinElmer EnVision", /\bEnVision (?:Workstation|Manager|Multilabel)/],
  ["PerkinElmer VICTOR Nivo", /^(?:\ufeff|")*(?:WELL|PLATE) RESULTS\b/],
  ["PerkinElmer Victor", /^(?:\ufeff|")*Plate\tRepeat\tWell\tType\t/m],
  ["PerkinElmer Kaleido", /\bKaleido\b/],
  ["BMG LABTECH MARS", /^User: .*Path: .*Test ID: \d/m],
  ["Bio-Rad CFX", /^File Name[,;\t].*\.pcrd\b/m],
  ["m2p-labs BioLector", /^=====process=====\r?\n\[process\]|^FILENAME;[^\r\n]*\r?\nPROTOCOL;/],
  ["Roche LightCycler", /^Experiment: .*Selected Filter: /m],
];
/** Reason for a file or sheet of an instrument without a table or wells. */
export function onlySettings(instrument: string): string {
  return `the export of ${instrument} contains settings, but no measurements; export it again with its results`;
}

const MODEL = /^"?[*#]? ?Instrument Type *(?:=|:|[,;\t])[,;\t ]*"?([^\r\n",;\t]{1,60})/m;
/** Number of leading and trailing characters to search; some programs name themselves at the end. */
const SEARCHED_CHARACTERS = 8_000;

/** Returns the instrument or program that wrote a text file; undefined if that is not certain. */
export function detectInstrument(text: string): string | undefined {
  const isShort = text.length <= 2 * SEARCHED_CHARACTERS;
  const head = isShort ? text : `${text.slice(0, SEARCHED_CHARACTERS)}\n${text.slice(-SEARCHED_CHARACTERS)}`;
  const name = MARKS.find(([, mark]) => mark.test(head))?.[0];
  const [, model] = MODEL.exec(head) ?? [];
  return name !== undefined && model !== undefined ? model.trim() : name;
}
