/**
 * Functions of other SQL dialects with equivalent Trino expressions, separated by " | ". In the expressions, x, y and z are
 * the arguments, n is a number, and `part` is a string. A note after " ; " explains the differences.
 */
const TABLE = `
acosh: ln(x + sqrt(x * x - 1))
add_months: date_add('month', n, x)
any: arbitrary(x)
append array_append array_push_back list_append: x || ARRAY[y]
approx_count_distinct: approx_distinct(x)
approx_quantile approximate_percentile percentile_approx: approx_percentile(x, 0.5)
argmax arg_max maxby: max_by(x, y)
argmin arg_min minby: min_by(x, y)
array: ARRAY[x, y]
array_cat array_concat list_cat list_concat: concat(x, y)
array_contains list_contains list_has has: contains(x, y)
array_count array_length array_size list_length size list_size: cardinality(x)
array_filter list_filter: filter(x, i -> i > 0)
array_sum list_sum: reduce(x, 0, (s, i) -> s + i, s -> s)
array_slice list_slice: slice(x, 1, n)
array_to_string: array_join(x, ',')
array_transform list_transform list_apply: transform(x, i -> i + 1)
ascii ord unicode: codepoint(CAST(x AS VARCHAR(1)))
asinh: ln(x + sqrt(x * x + 1))
atanh: ln((1 + x) / (1 - x)) / 2
average mean: avg(x)
base64 base64_encode: to_base64(to_utf8(x))
base64_decode unbase64: from_base64(x)
countif: count_if(x > 0)
ceil_div: ceil(CAST(x AS DOUBLE) / y)
char_length character_length len length_utf8 nchar string_length strlen: length(x)
char: chr(n)
charindex instr locate indexof find position str_position: strpos(x, 'part')
collect_list list array_accum: array_agg(x)
collect_set: array_agg(DISTINCT x)
contains_substr: strpos(lower(x), lower('part')) > 0
text_contains: strpos(x, 'part') > 0
convert try_convert: CAST(x AS VARCHAR) | CAST(x AS DOUBLE)
cot: 1 / tan(x)
count_distinct uniq uniqexact n_distinct: count(DISTINCT x)
cov covar covariance: covar_samp(x, y)
csc: 1 / sin(x)
curdate today: current_date
curtime: localtime
current_datetime getdate get_current_timestamp getutcdate sysdate systimestamp sysdatetime utc_timestamp: now()
to_varchar: date_format(x, '%Y-%m-%d') | CAST(x AS VARCHAR)
date_part datepart: extract(YEAR FROM x)
date_sub datesub subdate: date_add('day', -n, x)
dateadd adddate: date_add('day', n, x)
datediff: date_diff('day', CAST(y AS DATE), CAST(x AS DATE)) ; date_diff('day', x, y) for datediff(day, x, y)
timestampdiff: date_diff('day', x, y)
datetrunc timestamp_trunc: date_trunc('month', x)
dayname: date_format(x, '%W')
dayofmonth: day_of_month(x)
dayofweek weekday: day_of_week(x) ; 1 is Monday and 7 is Sunday
isodow: day_of_week(x)
dayofyear: day_of_year(x)
decode: CASE x WHEN y THEN 1 ELSE 0 END
div idiv integer_divide: x / y
edit_distance editdist3 levenshtein: levenshtein_distance(x, y)
endswith ends_with suffix: x LIKE '%part'
epoch unix_timestamp: to_unixtime(x)
exp2: power(2, x)
expm1: exp(x) - 1
explode posexplode: SELECT i FROM t CROSS JOIN UNNEST(x) AS u (i)
first: min_by(x, y) | first_value(x) OVER (ORDER BY y)
float float8 double: CAST(x AS DOUBLE)
from_json parse_json: json_parse(x)
factorial: reduce(sequence(1, n), 1e0, (s, i) -> s * i, s -> s)
generate_series range generate_array: SELECT i FROM UNNEST(sequence(1, 10)) AS u (i)
get_json_object json_extract_path_text json_extract_string: json_extract_scalar(x, '$.name')
group_concat string_agg wm_concat stringagg: listagg(x, ',') WITHIN GROUP (ORDER BY x)
hamming mismatches: hamming_distance(x, y)
hex: to_hex(to_utf8(x))
ifnull nvl: coalesce(x, y)
isnull: coalesce(x, y) | x IS NULL
iif iff: if(x > y, x, y)
initcap proper title_case: array_join(transform(split(x, ' '), i -> upper(substr(i, 1, 1)) || lower(substr(i, 2))), ' ') ; words end at spaces
int int64 integer bigint toint64: CAST(x AS BIGINT) | TRY_CAST(x AS BIGINT)
isfinite: is_finite(x)
isinf: is_infinite(x)
isnan: is_nan(x)
isnumeric is_number: TRY_CAST(x AS DOUBLE) IS NOT NULL
kurt: kurtosis(x)
last: max_by(x, y) | last_value(x) OVER (ORDER BY y)
last_day eomonth: last_day_of_month(x)
lcase: lower(x)
left: substr(x, 1, n)
log1p: ln(1 + x)
make_date date_from_parts makedate: date_parse(x, '%Y-%m-%d')
median: approx_percentile(x, 0.5) ; for an even number of values, it gives one of the two middle values
mid: substr(x, 1, n)
mode: map_keys(approx_most_frequent(1, x, 1000))[1]
monthname: date_format(x, '%M')
months_between: date_diff('month', y, x) ; it counts whole months
named_struct struct_pack struct: CAST(ROW(x) AS ROW(name VARCHAR)) | ROW(x, y)
nvl2: if(x IS NOT NULL, y, z)
nullifzero: nullif(x, 0)
percentile_cont percentile quantile quantile_cont: approx_percentile(x, 0.5) ; it gives one of the values, never one between two
percentile_disc quantile_disc: approx_percentile(x, 0.5)
printf sprintf: format('%.2f', x)
ratio_to_report: CAST(x AS DOUBLE) / sum(x) OVER ()
regexp regexp_matches regexp_contains rlike regex regexp_match: regexp_like(x, 'pattern')
regexp_instr: regexp_position(x, 'pattern') ; it gives -1 without a match
regexp_split_to_array: regexp_split(x, 'pattern')
regexp_substr: regexp_extract(x, 'pattern')
replicate: array_join(repeat(x, n), '')
right: if(length(x) <= n, x, substr(x, -n))
rownum row_num: row_number() OVER ()
safe_cast: TRY_CAST(x AS DOUBLE)
safe_divide: CAST(x AS DOUBLE) / nullif(y, 0)
sec: 1 / cos(x)
sha: lower(to_hex(sha1(to_utf8(x))))
sha2: lower(to_hex(sha256(to_utf8(x))))
skew: skewness(x)
space: array_join(repeat(' ', n), '')
split_string string_split string_to_array str_split regexp_split_to_table strtok_to_array: split(x, ',')
square: power(x, 2)
startswith prefix: starts_with(x, 'part')
std: stddev(x) ; stddev_pop(x) for std of MySQL
stdev sd: stddev(x)
stdevp stddevpop std_pop: stddev_pop(x)
str to_string tostring string text varchar: CAST(x AS VARCHAR)
str_to_date strptime to_timestamp parse_date parse_timestamp: date_parse(x, '%Y-%m-%d')
strftime time_format: date_format(x, '%Y-%m-%d')
substring_index: array_join(slice(split(x, ','), 1, n), ',') ; n must be positive
substr_count: cardinality(split(x, 'part')) - 1
sum_if sumif: sum(x) FILTER (WHERE y > 0)
avg_if avgif: avg(x) FILTER (WHERE y > 0)
to_char: format('%.2f', x) | date_format(x, '%Y-%m-%d')
to_date: CAST(x AS DATE) | CAST(date_parse(x, '%Y-%m-%d') AS DATE)
to_json tojson: json_format(CAST(x AS JSON))
to_number tonumber to_numeric to_decimal to_double: CAST(x AS DOUBLE)
trunc: truncate(x) | date_trunc('month', x)
ucase: upper(x)
unhex: from_hex(x)
unnest: SELECT i FROM t CROSS JOIN UNNEST(x) AS u (i)
var: variance(x)
varp varpop: var_pop(x)
weekofyear: week(x)
zeroifnull: coalesce(x, 0)
`;

interface Instead {
  expressions: readonly string[];
  /** Difference between the expressions and the function, if any. */
  note: string | undefined;
}

const INSTEAD: ReadonlyMap<string, Instead> = new Map(
  TABLE.trim()
    .split("\n")
    .flatMap((line) => {
      const at = line.indexOf(":");
      const [written = "", note] = line.slice(at + 1).split(" ; ");
      const expressions = written.split(" | ").map((expression) => expression.trim());
      return line
        .slice(0, at)
        .split(" ")
        .map((name) => [name, { expressions, note }] as const);
    }),
);

/** Trino expressions by the lowercase names of functions that Trino lacks. */
export const FOREIGN_FUNCTIONS: ReadonlyMap<string, readonly string[]> = new Map(
  [...INSTEAD].map(([name, { expressions }]) => [name, expressions]),
);

/** Returns the replacement for a function of another dialect; undefined for an unknown function. */
export function insteadOf(name: string): string | undefined {
  const replacement = INSTEAD.get(name.toLowerCase());
  if (!replacement) return undefined;
  const { expressions, note } = replacement;
  return `${expressions.join(" or ")}${note === undefined ? "" : `; ${note}`}`;
}
