/** Syntax of another dialect: a token sequence and its replacement. */
export interface ForeignSyntax {
  /** Words and symbols in uppercase; `#` stands for a number, `'` for a string, and `NAME` for any unreserved name. */
  tokens: readonly string[];
  /** Sentence without the trailing period. */
  sentence: string;
}

const MATCHES = "write regexp_like(x, 'pattern')";

/** Syntax entries by their tokens; longer sequences precede their prefixes. */
const TABLE: Record<string, string> = {
  "NOT ILIKE": "ILIKE is not Trino syntax: write lower(x) NOT LIKE lower('…')",
  ILIKE: "ILIKE is not Trino syntax: write lower(x) LIKE lower('…')",
  "NOT RLIKE": "RLIKE is not Trino syntax: write NOT regexp_like(x, 'pattern')",
  RLIKE: `RLIKE is not Trino syntax: ${MATCHES}`,
  "NOT REGEXP": "REGEXP is not Trino syntax: write NOT regexp_like(x, 'pattern')",
  REGEXP: `REGEXP is not Trino syntax: ${MATCHES}`,
  "SIMILAR TO": `SIMILAR TO is not Trino syntax: ${MATCHES}`,
  GLOB: "GLOB is not Trino syntax: write x LIKE 'a%', in which % is any text and _ any character",
  QUALIFY:
    "QUALIFY is not Trino syntax: write SELECT … FROM (SELECT …, row_number() OVER (…) AS n FROM …) WHERE n = 1",
  "DISTINCT ON":
    "DISTINCT ON is not Trino syntax: write SELECT … FROM (SELECT *, row_number() OVER (PARTITION BY x ORDER BY y) AS n FROM …) WHERE n = 1",
  "UNPIVOT ( NAME FOR":
    "UNPIVOT is not Trino syntax: write SELECT … FROM t CROSS JOIN UNNEST(ARRAY['a', 'b'], ARRAY[a, b]) AS u (name, value)",
  "PIVOT ( NAME (":
    "PIVOT is not Trino syntax: write max(value) FILTER (WHERE name = 'a') AS a for each column, with GROUP BY",
  "LIMIT # ,": "LIMIT x, y is not Trino syntax: write OFFSET x LIMIT y",
  "LIMIT # %": "LIMIT must be a number of rows. For a fraction, write FROM t TABLESAMPLE BERNOULLI (10)",
  "TOP #": "TOP is not Trino syntax: write LIMIT 3 at the end of the query",
  "= =": "Trino uses a single equals sign: write x = y",
  "< = >": "The operator <=> is not Trino syntax: write x IS NOT DISTINCT FROM y",
  "<= >": "The operator <=> is not Trino syntax: write x IS NOT DISTINCT FROM y",
  "-> >": "The operator ->> is not Trino syntax: write json_extract_scalar(x, '$.name')",
  "' ->": "The operator -> is only for lambdas. For JSON, write json_extract(x, '$.name')",
  ": :": "The :: cast is not Trino syntax: write CAST(x AS type)",
  "* EXCLUDE": "EXCLUDE is not Trino syntax: list the columns",
  "* EXCEPT (": "EXCEPT after * is not Trino syntax: list the columns",
  "* REPLACE": "REPLACE after * is not Trino syntax: list the columns",
  "LATERAL VIEW": "LATERAL VIEW is not Trino syntax: write CROSS JOIN UNNEST(x) AS u (y)",
  "CROSS APPLY": "APPLY is not Trino syntax: write CROSS JOIN LATERAL (SELECT …) AS u",
  "OUTER APPLY": "APPLY is not Trino syntax: write LEFT JOIN LATERAL (SELECT …) AS u ON true",
  "ASOF JOIN":
    "ASOF JOIN is not Trino syntax: join with ON a.time >= b.time, and keep the row where row_number() is 1",
  "LEFT SEMI": "SEMI JOIN is not Trino syntax: write WHERE x IN (SELECT y FROM …)",
  "SEMI JOIN": "SEMI JOIN is not Trino syntax: write WHERE x IN (SELECT y FROM …)",
  "LEFT ANTI": "ANTI JOIN is not Trino syntax: write WHERE NOT EXISTS (SELECT 1 FROM … WHERE …)",
  "ANTI JOIN": "ANTI JOIN is not Trino syntax: write WHERE NOT EXISTS (SELECT 1 FROM … WHERE …)",
  ISNULL: "ISNULL is not Trino syntax: write x IS NULL",
  NOTNULL: "NOTNULL is not Trino syntax: write x IS NOT NULL",
  "IS TRUE": "IS TRUE is not Trino syntax: write x IS NOT DISTINCT FROM true",
  "IS FALSE": "IS FALSE is not Trino syntax: write x IS NOT DISTINCT FROM false",
  "IS NOT TRUE": "IS NOT TRUE is not Trino syntax: write x IS DISTINCT FROM true",
  "IS NOT FALSE": "IS NOT FALSE is not Trino syntax: write x IS DISTINCT FROM false",
  "* *": "The operator ** is not Trino syntax: write power(x, y)",
  "/ /": "The operator // is not Trino syntax: write x / y, which is integer division for integers",
  "DIV #": "DIV is not Trino syntax: write x / y, which is integer division for integers",
  "DIV NAME": "DIV is not Trino syntax: write x / y, which is integer division for integers",
  "MOD #": "MOD between numbers is not Trino syntax: write x % y or mod(x, y)",
  XOR: "XOR is not Trino syntax: write x <> y",
  "MINUS SELECT": "MINUS is not Trino syntax: write EXCEPT",
  "UNION BY": "UNION BY NAME is not Trino syntax: list the columns of both queries in the same order",
  "USING SAMPLE": "USING SAMPLE is not Trino syntax: write FROM t TABLESAMPLE BERNOULLI (10)",
  "AS OF VERSION": "A version follows the table: write FROM t FOR VERSION AS OF 3",
  "NAME VERSION AS OF": "A version follows the table: write FROM t FOR VERSION AS OF 3",
  "AS OF TIMESTAMP":
    "A time follows the table: write FROM t FOR TIMESTAMP AS OF TIMESTAMP '2026-01-31 12:00:00 UTC'",
  "NAME TIMESTAMP AS OF":
    "A time follows the table: write FROM t FOR TIMESTAMP AS OF TIMESTAMP '2026-01-31 12:00:00 UTC'",
  "INTERVAL #": "Write an interval like INTERVAL '7' DAY, with only the number in single quotes",
  "[": "Write an array like ARRAY[1, 2]",
};

export const FOREIGN_SYNTAX: readonly ForeignSyntax[] = Object.entries(TABLE).map(([tokens, sentence]) => ({
  tokens: tokens.split(" "),
  sentence,
}));

const QUOTES =
  "is a typographic quote. Use straight single quotes '…' for text and straight double quotes for names: \"…\"";

/** Characters that no token starts with and their replacements, longest first. */
export const FOREIGN_CHARACTERS: Readonly<Record<string, string>> = {
  "!~": "The operator !~ is not Trino syntax: write NOT regexp_like(x, 'pattern')",
  "~*": "The operator ~* is not Trino syntax: write regexp_like(x, '(?i)pattern')",
  "‘": `‘ ${QUOTES}`,
  "’": `’ ${QUOTES}`,
  "“": `“ ${QUOTES}`,
  "”": `” ${QUOTES}`,
  "„": `„ ${QUOTES}`,
  "«": `« ${QUOTES}`,
  "´": `´ ${QUOTES}`,
  "`": "Use double quotes for names, not backticks",
  "~": `The operator ~ is not Trino syntax: ${MATCHES}`,
  "!": "The operator ! is not Trino syntax: write NOT, or x <> y",
  "&": "The operator & is not Trino syntax: write x AND y, or bitwise_and(x, y) of numbers",
  "|": "The operator | is not Trino syntax: write bitwise_or(x, y), or x || y to join strings",
  "^": "The operator ^ is not Trino syntax: write power(x, y)",
  "#": "A comment starts with --, not with #",
  "@": "Variables are not available: write the value itself",
  $: "Parameters are not available: write the value itself",
  "{": "Trino does not use braces. Write a map like MAP(ARRAY['a'], ARRAY[1]), a row like ROW(1, 'a')",
  "}": "Trino does not use braces. Write a map like MAP(ARRAY['a'], ARRAY[1]), a row like ROW(1, 'a')",
  "\\": "Trino has no backslash escapes: double a quote within a string, as in 'it''s'",
  "\u00a0":
    "The query contains a no-break space, probably copied from a web page or document. Replace it with a space",
  "–": "– is a dash: write the minus sign -",
  "—": "— is a dash: write the minus sign -, or -- for a comment",
  "−": "− is not the ASCII minus sign: write -",
  "×": "The operator × is not Trino syntax: write x * y",
  "≤": "The operator ≤ is not Trino syntax: write x <= y",
  "≥": "The operator ≥ is not Trino syntax: write x >= y",
  "≠": "The operator ≠ is not Trino syntax: write x <> y",
};
