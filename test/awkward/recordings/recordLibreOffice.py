"""Writes files to the working directory with LibreOffice. The recordings were created with LibreOffice 7.4.7.

Each document is described as flat XML, which LibreOffice opens, calculates and saves in another format.
"""

import html
import pathlib
import subprocess
import tempfile

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"
 xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3"
 office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:styles><style:default-style
 style:family="table-cell"><style:text-properties fo:language="LANGUAGE" fo:country="COUNTRY"/></style:default-style>
</office:styles><office:automatic-styles>
<number:percentage-style style:name="N1"><number:number number:decimal-places="1" number:min-integer-digits="1"/>
<number:text>%</number:text></number:percentage-style>
<number:date-style style:name="N2" number:language="de" number:country="DE"><number:day number:style="long"/><number:text>.</number:text>
<number:month number:style="long"/><number:text>.</number:text><number:year number:style="long"/></number:date-style>
<number:number-style style:name="N3"><number:number number:decimal-places="0" number:min-integer-digits="5"/></number:number-style>
<number:number-style style:name="N6" number:language="de" number:country="DE"><number:number number:decimal-places="2"
 number:min-integer-digits="1"/></number:number-style>
<number:time-style style:name="N4"><number:hours/><number:text>:</number:text><number:minutes number:style="long"/></number:time-style>
<number:boolean-style style:name="N5"><number:boolean/></number:boolean-style>
<style:style style:name="percent" style:family="table-cell" style:data-style-name="N1"/>
<style:style style:name="date" style:family="table-cell" style:data-style-name="N2"/>
<style:style style:name="german" style:family="table-cell" style:data-style-name="N6"/>
<style:style style:name="zeros" style:family="table-cell" style:data-style-name="N3"/>
<style:style style:name="time" style:family="table-cell" style:data-style-name="N4"/>
<style:style style:name="truth" style:family="table-cell" style:data-style-name="N5"/>
<style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style>
</office:automatic-styles><office:body><office:spreadsheet>"""
TAIL = "</office:spreadsheet></office:body></office:document>"


def text(value, more=""):
    return f'<table:table-cell office:value-type="string" {more}><text:p>{value}</text:p></table:table-cell>'


def number(value, style="", more=""):
    named = f'table:style-name="{style}"' if style else ""
    return f'<table:table-cell {named} office:value-type="float" office:value="{value}" {more}/>'


def percent(value):
    return f'<table:table-cell table:style-name="percent" office:value-type="percentage" office:value="{value}"/>'


def date(value):
    return f'<table:table-cell table:style-name="date" office:value-type="date" office:date-value="{value}"/>'


def time(value):
    return f'<table:table-cell table:style-name="time" office:value-type="time" office:time-value="{value}"/>'


def truth(value):
    return f'<table:table-cell table:style-name="truth" office:value-type="boolean" office:boolean-value="{value}"/>'


def formula(value):
    return f'<table:table-cell table:formula="of:={html.escape(value)}"/>'


EMPTY = "<table:table-cell/>"


def sheet(name, rows, style=""):
    named = f'table:style-name="{style}"' if style else ""
    body = "".join(f"<table:table-row>{''.join(row)}</table:table-row>" for row in rows)
    return f'<table:table table:name="{name}" {named}>{body}</table:table>'


HEADER = [text(name) for name in ("variant", "tm", "n", "day")]
PLAIN = sheet(
    "Plate 1",
    [
        HEADER,
        [text("WT"), number(58.25), number(3), date("2024-02-29")],
        [text("S238A; é"), EMPTY, EMPTY, EMPTY],
        [text('E10K, "b"'), number(1234567.5), number(1000000), date("2024-03-01")],
    ],
)
GERMAN = sheet(
    "Platte 1",
    [
        HEADER,
        [text("WT"), number(58.25, "german"), number(3), date("2024-02-29")],
        [text("S238A; é"), EMPTY, EMPTY, EMPTY],
        [text("E10K"), number(-1234.5, "german"), number(1000000), date("2024-03-01")],
    ],
)
FORMATS = sheet(
    "Formats",
    [
        [text(name) for name in ("share", "barcode", "plate", "ok", "at")],
        [percent(0.125), text("007"), number(42, "zeros"), truth("true"), time("PT10H30M00S")],
        [percent(1), text("8"), number(7, "zeros"), truth("false"), time("PT00H05M00S")],
    ],
)
FORMULAS = sheet(
    "Formulas",
    [
        [text(name) for name in ("a", "double", "label")],
        [number(2), formula("[.A2]*2"), formula('"v" & [.A2]')],
        [number(0), formula("1/[.A3]"), formula('IF([.A3]=0;"";"x")')],
    ],
)
MERGED = sheet(
    "Merged",
    [
        [text("variant"), text("n")],
        [text("WT", 'table:number-rows-spanned="2" table:number-columns-spanned="1"'), number(1)],
        ["<table:covered-table-cell/>", number(2)],
        [text("S238A"), number(3)],
    ],
)
TITLE = sheet("Title", [[text("Measured by A. B.")], [], HEADER, [text("WT"), number(1), number(2), date("2024-02-29")]])
TWO = PLAIN + sheet("Notes", [[text("by hand")]])
HIDDEN = PLAIN + sheet("Secret", [[text("by hand")]], "hidden")

#: Name of each recording, its document, and LibreOffice's filter with its options: separator, quote, character set (76
#: UTF-8, 1 Windows-1252), first line, column formats, language (1031 German), quote all text, store numbers as shown,
#: formulas.
RECORDINGS = [
    ("libreoffice.xlsx", PLAIN, "xlsx"),
    ("libreoffice.ods", PLAIN, "ods"),
    ("libreoffice.xls", PLAIN, "xls"),
    ("libreoffice.csv", PLAIN, "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,false,false"),
    ("libreoffice-shown.csv", PLAIN, "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,true,false"),
    ("libreoffice-german.csv", GERMAN, "csv:Text - txt - csv (StarCalc):59,34,1,1,,1031,false,true,false"),
    ("libreoffice-tabs.tsv", PLAIN, "csv:Text - txt - csv (StarCalc):9,34,76,1,,1033,false,false,false"),
    ("libreoffice-formats.xlsx", FORMATS, "xlsx"),
    ("libreoffice-formats.csv", FORMATS, "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true,false"),
    ("libreoffice-formulas.xlsx", FORMULAS, "xlsx"),
    ("libreoffice-formulas.csv", FORMULAS, "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true,true"),
    ("libreoffice-merged.xlsx", MERGED, "xlsx"),
    ("libreoffice-title.xlsx", TITLE, "xlsx"),
    ("libreoffice-two-sheets.xlsx", TWO, "xlsx"),
    ("libreoffice-hidden-sheet.xlsx", HIDDEN, "xlsx"),
]

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for name, document, kind in RECORDINGS:
            path = pathlib.Path(name)
            source = pathlib.Path(folder) / f"{path.stem}.fods"
            language, country = ("de", "DE") if "german" in name else ("en", "US")
            head = HEAD.replace("LANGUAGE", language).replace("COUNTRY", country)
            source.write_text(head + document + TAIL, encoding="utf-8")
            command = ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", kind]
            subprocess.run([*command, "--outdir", folder, str(source)], check=True, capture_output=True, timeout=120)
            made = pathlib.Path(folder) / f"{path.stem}.{kind.split(':')[0]}"
            path.write_bytes(made.read_bytes())
