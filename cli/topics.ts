/** Texts of `pdp help <topic>`. */
export const TOPICS: Readonly<Record<string, string>> = {
  formats: `Formats of files

pdp import and pdp check recognize a file by its content; --format overrides it.

  Tables      CSV, TSV, XLSX, NDJSON, Parquet
  Sequences   FASTA, FASTQ, A3M, Stockholm, CLUSTAL, GenBank, EMBL and UniProt (--format GENBANK)
  Structures  PDB, mmCIF (as a table of atoms; to store a structure, use pdp structure add)

Text files may be compressed with gzip. - reads a file from stdin, also a workbook:
  zcat run.csv.gz | pdp import - --into screening

pdp sql -o, pdp export and pdp diff -o write CSV, TSV, JSON, NDJSON, Parquet, XLSX and Arrow, by the name of the file or
--format. Without -o, a terminal gets a table, a pipe gets TSV, and --json prints JSON.
`,
  queries: `Queries

Queries are a single SELECT in Trino's dialect. Tables have the names that pdp table list shows.
  pdp sql "SELECT variant, avg(activity) AS mean FROM screening GROUP BY variant"
  pdp sql -f query.sql -o result.parquet        a query in a file, the result in a file
  pdp sql - < query.sql                         a query on stdin

  SHOW TABLES, DESCRIBE screening               list tables, and the columns of a table
  screening FOR VERSION AS OF 'paper-2026'      a table at a version or a tag; --as-of does this for all tables
  "$load_id", "$file_id", "$line"               where a row comes from
  'text', "name"                                single quotes for text, double quotes for names
  DATE '2026-01-31', CAST(x AS double)          dates, conversions

Rows change only by loads: pdp import, pdp load undo.
`,
  versions: `Versions

Each change to a table creates a version, and each version can be read. Versions have ids, and names if you tag them.
  pdp history                                   versions of the workspace with their causes
  pdp table history screening                   versions of a table
  pdp tag add paper-2026                        name the latest version
  pdp sql --as-of paper-2026 "SELECT …"         read at a version, a tag or a time (2026-01-31T12:00:00Z)
  pdp diff screening paper-2026                 rows added, removed and changed since
  pdp load undo latest                          hide the rows of a load; earlier versions still contain them
  pdp load redo latest                          show them again

Only pdp erase removes rows from every version.
`,
  structures: `Structures

A structure is a file in PDB or mmCIF format, also compressed with gzip.
  pdp structure add 2qmt.pdb --project hydrolase    add it, and compare its chains with the references that the project has
  pdp structure list --project hydrolase            list structures and their ids
  pdp structure archive ID                          hide it from lists and new tasks; --undo reverses this
  pdp structure show ID                             show chains, ligands, and what that comparison found

  pdp train --structure ID …                        use it for training; with --reference alone, without measurements
  pdp engineer --protect-near ligand:8 …            keep positions within 8 Å of a ligand (chain=B:6 for a chain)
  pdp engineer --protect-region FR --forbid deamidation …   mutate only the CDRs of an antibody, without new deamidation motifs
  pdp diversify --protect-buried 0.2 …              keep positions with less than 20 % of their surface open to water
`,
  "exit-codes": `Exit codes

  0    done
  1    failed: the service refused the request, or the work failed
  2    wrong usage: correct the command
  3    data with problems: nothing was loaded
  4    sign in first: pdp login, or set PDP_TOKEN
  130  interrupted by Ctrl-C

Errors go to stderr; with --json as {"error": {"code": …, "message": …}}.
`,
};
