/** Spelling of another language: a sequence of tokens, and what to write instead. */
export interface ForeignSyntax {
  /** Words and symbols in upper case; `#` is a number, `'` a text, `NAME` any name that is not reserved. */
  tokens: readonly string[];
  /** Sentence without its full stop. */
  sentence: string;
}

const MATCHES = "write regexp_like(x, 'pattern')";

/** Spellings by their tokens, longer ones before those that they start with. */
const TABLE: Record<string, string> = {
  "NOT ILIKE": "ILIKE is not Trino's: write lower(x) NOT LIKE lower('…')",
  ILIKE: "ILIKE is not Trino's: write lower(x) LIKE lower('…')",
  "NOT RLIKE": "RLIKE is not Trino's: write NOT regexp_like(x, 'pattern')",
  RLIKE: `RLIKE is not Trino's: ${MATCHES}`,
  "NOT REGEXP": "REGEXP is not Trino's: write NOT regexp_like(x, 'pattern')",
  REGEXP: `REGEXP is not Trino's: ${MATCHES}`,
  "SIMILAR TO": `SIMILAR TO is not Trino's: ${MATCHES}`,
  GLOB: "GLOB is not Trino's: write x LIKE 'a%', in which % is any text and _ any character",
  QUALIFY:
    "QUALIFY is not Trino's: write SELECT … FROM (SELECT …, row_number() OVER (…) AS n FROM …) WHERE n = 1",
  "DISTINCT ON":
    "DISTINCT ON is not Trino's: write SELECT … FROM (SELECT *, row_number() OVER (PARTITION BY x ORDER BY y) AS n FROM …) WHERE n = 1",
  "UNPIVOT ( NAME FOR":
    "UNPIVOT is not Trino's: write SELECT … FROM t CROSS JOIN UNNEST(ARRAY['a', 'b'], ARRAY[a, b]) AS u (name, value)",
  "PIVOT ( NAME (":
    "PIVOT is not Trino's: write max(value) FILTER (WHERE name = 'a') AS a for each column, with GROUP BY",
  "LIMIT # ,": "LIMIT x, y is not Trino's: write OFFSET x LIMIT y",
  "LIMIT # %": "LIMIT is a number of rows: for a part of them, write FROM t TABLESAMPLE BERNOULLI (10)",
  "TOP #": "TOP is not Trino's: write LIMIT 3 at the end of the query",
  "= =": "Trino compares with one sign: write x = y",
  "< = >": "The operator <=> is not Trino's: write x IS NOT DISTINCT FROM y",
  "<= >": "The operator <=> is not Trino's: write x IS NOT DISTINCT FROM y",
  "-> >": "The operator ->> is not Trino's: write json_extract_scalar(x, '$.name')",
  "' ->": "The operator -> makes a lambda only: for JSON, write json_extract(x, '$.name')",
  ": :": "The :: cast is not Trino's: write CAST(x AS type)",
  "* EXCLUDE": "EXCLUDE is not Trino's: list the columns",
  "* EXCEPT (": "EXCEPT after * is not Trino's: list the columns",
  "* REPLACE": "REPLACE after * is not Trino's: list the columns",
  "LATERAL VIEW": "LATERAL VIEW is not Trino's: write CROSS JOIN UNNEST(x) AS u (y)",
  "CROSS APPLY": "APPLY is not Trino's: write CROSS JOIN LATERAL (SELECT …) AS u",
  "OUTER APPLY": "APPLY is not Trino's: write LEFT JOIN LATERAL (SELECT …) AS u ON true",
  "ASOF JOIN":
    "ASOF JOIN is not Trino's: join with ON a.time >= b.time, and keep the row where row_number() is 1",
  "LEFT SEMI": "SEMI JOIN is not Trino's: write WHERE x IN (SELECT y FROM …)",
  "SEMI JOIN": "SEMI JOIN is not Trino's: write WHERE x IN (SELECT y FROM …)",
  "LEFT ANTI": "ANTI JOIN is not Trino's: write WHERE NOT EXISTS (SELECT 1 FROM … WHERE …)",
  "ANTI JOIN": "ANTI JOIN is not Trino's: write WHERE NOT EXISTS (SELECT 1 FROM … WHERE …)",
  ISNULL: "ISNULL is not Trino's: write x IS NULL",
  NOTNULL: "NOTNULL is not Trino's: write x IS NOT NULL",
  "IS TRUE": "IS TRUE is not Trino's: write x IS NOT DISTINCT FROM true",
  "IS FALSE": "IS FALSE is not Trino's: write x IS NOT DISTINCT FROM false",
  "IS NOT TRUE": "IS NOT TRUE is not Trino's: write x IS DISTINCT FROM true",
  "IS NOT FALSE": "IS NOT FALSE is not Trino's: write x IS DISTINCT FROM false",
  "* *": "The operator ** is not Trino's: write power(x, y)",
  "/ /": "The operator // is not Trino's: x / y of whole numbers is whole",
  "DIV #": "DIV is not Trino's: x / y of whole numbers is whole",
  "DIV NAME": "DIV is not Trino's: x / y of whole numbers is whole",
  "MOD #": "MOD between numbers is not Trino's: write x % y or mod(x, y)",
  XOR: "XOR is not Trino's: write x <> y",
  "MINUS SELECT": "MINUS is not Trino's: write EXCEPT",
  "UNION BY": "UNION BY NAME is not Trino's: list the columns of both queries in the same order",
  "USING SAMPLE": "USING SAMPLE is not Trino's: write FROM t TABLESAMPLE BERNOULLI (10)",
  "AS OF VERSION": "A version follows the table: write FROM t FOR VERSION AS OF 3",
  "NAME VERSION AS OF": "A version follows the table: write FROM t FOR VERSION AS OF 3",
  "AS OF TIMESTAMP":
    "A time follows the table: write FROM t FOR TIMESTAMP AS OF TIMESTAMP '2026-01-31 12:00:00 UTC'",
  "NAME TIMESTAMP AS OF":
    "A time follows the table: write FROM t FOR TIMESTAMP AS OF TIMESTAMP '2026-01-31 12:00:00 UTC'",
  "INTERVAL #":
    "An interval is written like INTERVAL '7' DAY: its number is in single quotes, its unit is not",
  "[": "An array is written like ARRAY[1, 2]",
};

export const FOREIGN_SYNTAX: readonly ForeignSyntax[] = Object.entries(TABLE).map(([tokens, sentence]) => ({
  tokens: tokens.split(" "),
  sentence,
}));

const QUOTES =
  "is a typographic quote: text is in straight single quotes '…', a name in straight double quotes \"…\"";

/** Characters that no token starts with, longer ones first, and what to write instead. */
export const FOREIGN_CHARACTERS: Readonly<Record<string, string>> = {
  "!~": "The operator !~ is not Trino's: write NOT regexp_like(x, 'pattern')",
  "~*": "The operator ~* is not Trino's: write regexp_like(x, '(?i)pattern')",
  "‘": `‘ ${QUOTES}`,
  "’": `’ ${QUOTES}`,
  "“": `“ ${QUOTES}`,
  "”": `” ${QUOTES}`,
  "„": `„ ${QUOTES}`,
  "«": `« ${QUOTES}`,
  "´": `´ ${QUOTES}`,
  "`": "Names are quoted with double quotes, not with backquotes",
  "~": `The operator ~ is not Trino's: ${MATCHES}`,
  "!": "The sign ! is not Trino's: write NOT, or x <> y",
  "&": "The operator & is not Trino's: write x AND y, or bitwise_and(x, y) of numbers",
  "|": "The operator | is not Trino's: write bitwise_or(x, y), or x || y to join texts",
  "^": "The operator ^ is not Trino's: write power(x, y)",
  "#": "A comment starts with --, not with #",
  "@": "Variables are not available: write the value itself",
  $: "Parameters are not available: write the value itself",
  "{": "There are no braces in Trino: a map is written like MAP(ARRAY['a'], ARRAY[1]), a row like ROW(1, 'a')",
  "}": "There are no braces in Trino: a map is written like MAP(ARRAY['a'], ARRAY[1]), a row like ROW(1, 'a')",
  "\\": "A backslash has no meaning in Trino: a quote within a text is written twice, as in 'it''s'",
  "\u00a0": "There is a no-break space, as web pages and word processors have it: replace it by a space",
  "–": "– is a dash: write the minus sign -",
  "—": "— is a dash: write the minus sign -, or -- for a comment",
  "−": "− is not the minus sign of the keyboard: write -",
  "×": "The operator × is not Trino's: write x * y",
  "≤": "The operator ≤ is not Trino's: write x <= y",
  "≥": "The operator ≥ is not Trino's: write x >= y",
  "≠": "The operator ≠ is not Trino's: write x <> y",
};
