import { selects } from "./samples.ts";

const PATTERNS = String.raw`
a
a+
.
.*
^a
a$
$
^
\d+
\w+
\W
\s
\bb
\Bb
[a-c]+
[^a]
[[:alpha:]]+
[[:punct:]]
\p{L}+
\p{Lu}
\p{Alpha}
\pL
(a)(b)?
(?:ab)+
(?<x>a)b
(?i)A
(?i:A)b
a|b
(a|ab)(c|bcd)
a{2}
a{1,2}
a{,2}
a{2
\Aa
b\Z
b\z
\Qa.b\E
\x61
\u0061
[\d.]
[]a]
[a-]
(?m)^b
(?s)a.b
é
[é]
.+?b
(.)(.)
\.
,\s*
[A-Z]\d+[A-Z]
`
  .split("\n")
  .filter((line) => line !== "");
/** Rarely used syntax. */
const RARE = String.raw`
a++
a*+b
(?>a+)b
(?=b)
a(?!b)
(?<=a)b
(?<!a)b
(a)\1
\e
\h
\R
[a&&[^b]]
a**
*a
(
a)
[
\
(?x) a b
\141
\0
(?#c)a
[[:^digit:]]
a*?
()
`
  .split("\n")
  .filter((line) => line !== "");
/** Strings by kind: ASCII, non-ASCII, and with a trailing newline. */
const SUBJECTS = [
  ["'abcab'", "'a.b, c'", "'A123V'", "''"],
  ["'é日b'"],
  ["'aa' || chr(10) || 'b' || chr(10)"],
];

const each = (write: (subject: string) => string): string[] =>
  SUBJECTS.map((subjects) => `SELECT ${subjects.map(write).join(", ")}`);
const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const regex: string[] = [
  ...[...PATTERNS, ...RARE].flatMap((pattern) =>
    each((subject) => `regexp_like(${subject}, ${quote(pattern)})`),
  ),
  ...PATTERNS.flatMap((pattern) => [
    ...each((subject) => `regexp_replace(${subject}, ${quote(pattern)}, '<$0>')`),
    ...each((subject) => `regexp_extract_all(${subject}, ${quote(pattern)})`),
    ...each(
      (subject) =>
        `regexp_split(${subject}, ${quote(pattern)}), regexp_extract(${subject}, ${quote(pattern)})`,
    ),
    ...each(
      (subject) =>
        `regexp_count(${subject}, ${quote(pattern)}), regexp_position(${subject}, ${quote(pattern)})`,
    ),
  ]),
  ...selects(String.raw`
    regexp_extract('A123V', '([A-Z])(\d+)([A-Z])', 2), regexp_extract('A123V', '([A-Z])(\d+)([A-Z])', 0), regexp_extract('abc', 'x'), regexp_extract('ab', '(x)?ab', 1)
    regexp_extract('A123V', '([A-Z])(\d+)', 3)
    regexp_extract('A123V', '([A-Z])(\d+)', -1)
    regexp_extract_all('1a 2b 14m', '(\d+)([a-z]+)', 2), regexp_extract_all('aba', '(x)?a', 1), regexp_extract_all('', 'a'), regexp_extract_all('abc', '')
    regexp_replace('1a 2b', '\d'), regexp_replace('1a 2b', '(\d)([a-z])', '$2$1'), regexp_replace('a', '(?<n>a)', '${"$"}{n}x'), regexp_replace('ab', '(a)', '\$1'), regexp_replace('ab', 'a', '\\')
    regexp_replace('abcdefghijk', '(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)', '$10'), regexp_replace('ab', '(a)(b)', '$1$20'), regexp_replace('ab', '(a)', '$11')
    regexp_replace('abc', '.*', 'x'), regexp_replace('abc', 'b*', '-'), regexp_replace('', '.*', 'x'), regexp_replace('', '', 'x'), regexp_replace('ab', '', '-')
    regexp_replace('ab', '(a)', '$2')
    regexp_replace('ab', '(a)', '$')
    regexp_replace('ab', 'a', '${"$"}{n}')
    regexp_replace('new york', '(\w)(\w*)', x -> upper(x[1]) || lower(x[2]))
    regexp_replace('a1b2', '\d', x -> '<' || x[1] || '>')
    regexp_replace('a1b2', '(\d)', x -> NULL)
    regexp_split('1a 2b 14m', '\s*[a-z]+\s*'), regexp_split('abc', 'b'), regexp_split('abc', ''), regexp_split('', ''), regexp_split(',a,', ','), regexp_split('abc', 'x')
    regexp_count('1a 2b 14m', '\s*[a-z]+\s*'), regexp_count('', ''), regexp_count('abc', ''), regexp_count('aaa', 'aa')
    regexp_position('I have 23 apples, 5 pears', '\b\d+\b'), regexp_position('aba', 'a', 2), regexp_position('aba', 'a', 1, 2), regexp_position('aba', 'x'), regexp_position('日本a', 'a'), regexp_position('aba', 'a', 5)
    regexp_position('aba', 'a', 0)
    regexp_position('aba', 'a', 1, 0)
    regexp_like('abc', NULL), regexp_like(NULL, 'a'), regexp_replace(NULL, 'a', 'b'), regexp_extract('a', 'a', NULL), regexp_split(NULL, 'a')
    regexp_like('a', 5)
    regexp_like(5, 'a')
    regexp_like('MKV' || chr(10), 'V$'), regexp_like('MKV' || chr(10), 'V\z'), regexp_like('MKV' || chr(13), 'V$'), regexp_replace('ab' || chr(10), '$', 'x')
    regexp_like('é', '\w'), regexp_like('É', '(?i)é'), regexp_like('ß', '(?i)SS'), regexp_like('٣', '\d'), regexp_like('aéb', 'a\bé'), regexp_like(chr(160), '\s'), regexp_like('ſ', '(?i)s')
    regexp_like('a_b', '[[:word:]]{3}'), regexp_like('é', '[[:alpha:]]'), regexp_like('é', '[[:lower:]]'), regexp_like('-', '[[:punct:]]'), regexp_like('$', '[[:punct:]]'), regexp_like('٣', '[[:digit:]]')
    like_pattern('a', 'b')
    regexp_like('abc', pattern) FROM (VALUES 'a', 'x', '^c') t(pattern)
    regexp_replace(s, p, r) FROM (VALUES ('abc', 'b', '[$0]'), ('xyz', '(y)', '$1$1')) t(s, p, r)
    regexp_extract(s, '(\d+)', 1) FROM (VALUES 'a1', 'b22', 'c') t(s)
  `),
];
