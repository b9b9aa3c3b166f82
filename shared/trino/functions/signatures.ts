import { BINARY_SIGNATURES } from "./binaryFunctions.ts";
import { DISTRIBUTION_SIGNATURES } from "./distributionFunctions.ts";
import { FORMAT_SIGNATURES } from "./formatFunctions.ts";
import { JSON_SIGNATURES } from "./json/jsonFunctions.ts";
import { LIST_SIGNATURES } from "./listFunctions.ts";
import { MAP_SIGNATURES } from "./mapFunctions.ts";
import { parseSignatures, type Signature } from "./parseSignature.ts";
import { STATISTICS_SIGNATURES } from "./statisticsFunctions.ts";
import { TIME_SIGNATURES } from "./times/timeFunctions.ts";
import { WEIGHTED_SIGNATURES } from "./weightedFunctions.ts";

/**
 * Parameter and result types of functions, each following the function names. A signature precedes all others to which its
 * types can be converted.
 */
const TABLE = `
abs:number:$1
acos asin atan cos cosh cbrt degrees exp ln log10 log2 radians sin sinh sqrt tan tanh:double:double
atan2 log pow power:double,double:double
bit_count:bigint,bigint:bigint
bitwise_and bitwise_or bitwise_xor:bigint,bigint:bigint
bitwise_not:bigint:bigint
bitwise_left_shift bitwise_right_shift bitwise_right_shift_arithmetic:tinyint,bigint:tinyint|smallint,bigint:smallint|integer,bigint:integer|bigint,bigint:bigint
ceil ceiling floor:tinyint:$1|smallint:$1|integer:$1|bigint:$1|double:$1|real:$1|decimal:@rounded
e infinity nan pi:-:double
is_finite is_infinite:double:boolean
is_nan:double:boolean|real:boolean
rand random:-:double|integer:integer|bigint:bigint|tinyint,tinyint:tinyint|smallint,smallint:smallint|integer,integer:integer|bigint,bigint:bigint
round:tinyint,bigint?:$1|smallint,bigint?:$1|integer,bigint?:$1|bigint,bigint?:$1|double,bigint?:$1|real,bigint?:$1|decimal:@rounded|decimal,bigint:@roundedTo
sign:tinyint:$1|smallint:$1|integer:$1|bigint:$1|double:$1|real:$1|decimal:@sign
truncate:double:$1|real:$1|decimal:@truncated|tinyint:@truncated|smallint:@truncated|integer:@truncated|bigint:@truncated|decimal,bigint:$1
width_bucket:double,double,double,bigint:bigint|double,array(double):bigint
from_base:varchar,bigint:bigint
to_base:bigint,bigint:varchar
greatest least:T*:T
normal_cdf inverse_normal_cdf beta_cdf inverse_beta_cdf:double,double,double:double
wilson_interval_lower wilson_interval_upper:bigint,bigint,double:double
chr:bigint:varchar_1
codepoint:varchar:integer
concat_ws:varchar,array(varchar):varchar|varchar,varchar*:varchar
starts_with:varchar,varchar:boolean
hamming_distance levenshtein_distance:varchar,varchar:bigint
length:varchar:bigint|char:bigint|bytes:bigint
lower upper:varchar:$1|char:$1
lpad rpad:varchar,bigint,varchar:varchar|bytes,bigint,bytes:bytes
ltrim rtrim trim:varchar,varchar?:$1|char,varchar?:@trimmed
replace:varchar,varchar:$1|varchar,varchar,varchar:@replaced
reverse:varchar:$1|array(T):$1|bytes:$1
split:varchar,varchar,bigint?:array($1)
split_part:varchar,varchar,bigint:$1
strpos:varchar,varchar,bigint?:bigint
substr substring:varchar,bigint,bigint?:$1|char,bigint,bigint?:$1|bytes,bigint,bigint?:$1
translate:varchar,varchar,varchar:varchar
from_utf8:bytes:varchar|bytes,varchar:varchar
url_encode url_decode:varchar:$1
typeof:T:varchar
uuid:-:uuid
regexp_count:varchar,varchar:bigint
regexp_extract:varchar,varchar,bigint?:$1
regexp_extract_all:varchar,varchar,bigint?:array($1)
regexp_like:varchar,varchar:boolean
regexp_position:varchar,varchar,bigint?,bigint?:integer
regexp_replace:varchar,varchar:$1|varchar,varchar,varchar:@replaced|varchar,varchar,fn(array(varchar),varchar):varchar
regexp_split:varchar,varchar:array($1)
current_date:-:date
now:-:zoned_3
version:-:varchar
contains_sequence:array(T),array(T):boolean
date:varchar:date|timestamp:date|zoned:date
date_add:varchar,bigint,date:date|varchar,bigint,time:$3|varchar,bigint,timestamp:$3|varchar,bigint,zoned:$3
date_diff:varchar,date,date:bigint|varchar,time,time:bigint|varchar,timestamp,timestamp:bigint|varchar,zoned,zoned:bigint
date_format:timestamp,varchar:varchar|zoned,varchar:varchar
date_parse:varchar,varchar:timestamp_3
date_trunc:varchar,date:date|varchar,time:$2|varchar,timestamp:$2|varchar,zoned:$2
day day_of_month day_of_week day_of_year dow doy month quarter week week_of_year year_of_week yow:date:bigint|timestamp:bigint|zoned:bigint
year:date:bigint|timestamp:bigint|zoned:bigint|months:bigint
month:date:bigint|timestamp:bigint|zoned:bigint|months:bigint
day day_of_month:date:bigint|timestamp:bigint|zoned:bigint|days:bigint
hour minute second millisecond:time:bigint|timestamp:bigint|zoned:bigint|days:bigint
from_iso8601_date:varchar:date
from_iso8601_timestamp from_iso8601_timestamp_nanos:varchar:@
from_unixtime:double:@|double,varchar:@|double,bigint,bigint:@
from_unixtime_nanos:bigint:zoned_9|decimal:zoned_9
last_day_of_month:date:date|timestamp:date|zoned:date
timezone_hour timezone_minute:zoned:bigint|zonedtime:bigint
to_unixtime:timestamp:double|zoned:double
to_iso8601:date:varchar|timestamp:varchar|zoned:varchar
to_milliseconds:days:bigint
all_match any_match none_match:array(T),fn(T,boolean):boolean
array_distinct array_sort:array(T):$1
array_sort:array(T):$1|array(T),fn(T,T,integer):$1
array_histogram:array(T):map(T,bigint)
approx_most_frequent:bigint,bigint,bigint:map(bigint,bigint)|bigint,varchar,bigint:map(varchar,bigint)
cosine_similarity:map(varchar,double),map(varchar,double):double
array_except array_intersect array_union:array(T),array(T):array(T)
array_join:array(T),varchar,varchar?:varchar
array_max array_min:array(T):T
array_position:array(T),T:bigint
array_remove:array(T),T:array(T)
arrays_overlap:array(T),array(T):boolean
cardinality:array(T):bigint|map(K,V):bigint
combinations ngrams:array(T),bigint:array(array(T))
contains:array(T),T:boolean
element_at:array(T),bigint:T|map(K,V),K:V
filter:array(T),fn(T,boolean):array(T)
flatten:array(array(T)):array(T)
reduce:array(T),S,fn(S,T,S),fn(S,R):R
repeat:T,integer:array(T)
sequence:bigint,bigint,bigint?:array(bigint)|date,date:array(date)|date,date,days:array(date)|date,date,months:array(date)|timestamp,timestamp,days:array($1)|timestamp,timestamp,months:array($1)
slice:array(T),bigint,bigint:array(T)
transform:array(T),fn(T,R):array(R)
trim_array:array(T),bigint:array(T)
zip:array(T),array(U):array(row(T,U))
zip_with:array(T),array(U),fn(T,U,R):array(R)
any_value arbitrary:T:T
approx_distinct:T,double?:bigint
approx_percentile:bigint,double:$1|real,double:$1|double,double:$1|bigint,array(double):array($1)|real,array(double):array($1)|double,array(double):array($1)|bigint,double,double:$1|real,double,double:$1|double,double,double:$1|bigint,double,array(double):array($1)|real,double,array(double):array($1)|double,double,array(double):array($1)
array_agg:T:array(T)
avg:double:double|real:real|bigint:double|decimal:$1|days:$1|months:$1
bitwise_and_agg bitwise_or_agg:bigint:bigint
bool_and bool_or every:boolean:boolean
corr covar_pop covar_samp regr_intercept regr_slope:real,real:real|double,double:double
count:-:bigint|T:bigint
checksum:T:bytes
count_if:boolean:bigint
geometric_mean:bigint:double|real:real|double:double
kurtosis skewness stddev stddev_pop stddev_samp var_pop var_samp variance:bigint:double|double:double
listagg:varchar,varchar?:varchar
reduce_agg:T,S,fn(S,T,S),fn(S,S,S):S
max min:T:T|T,bigint:array(T)
max_by min_by:T,K:T|T,K,bigint:array(T)
sum:bigint:bigint|real:real|double:double|decimal:@sum|days:$1|months:$1
cume_dist percent_rank:-:double
dense_rank rank row_number:-:bigint
ntile:bigint:bigint
first_value last_value:T:T
nth_value:T,bigint:T
lag lead:T,bigint?:T|T,bigint,T:T
coalesce:T,T*:T
try:T:T
`;

const texts = new Map<string, string>();
const TABLES = [
  TABLE,
  JSON_SIGNATURES,
  MAP_SIGNATURES,
  LIST_SIGNATURES,
  BINARY_SIGNATURES,
  DISTRIBUTION_SIGNATURES,
  TIME_SIGNATURES,
  STATISTICS_SIGNATURES,
  FORMAT_SIGNATURES,
  WEIGHTED_SIGNATURES,
];

for (const line of TABLES.join("")
  .split("\n")
  .filter((line) => line !== "")) {
  const [names = "", ...rest] = line.split(":");
  for (const name of names.split(" ")) texts.set(name, rest.join(":"));
}
const parsed = new Map<string, Signature[]>();

/** Returns the signatures of a function; undefined if its types are not defined by signatures. */
export function signaturesOf(name: string): Signature[] | undefined {
  const text = texts.get(name);
  if (text === undefined) return undefined;
  const signatures = parsed.get(name) ?? parseSignatures(text.replace(/(^|\|)-:/g, "$1:"));
  parsed.set(name, signatures);
  return signatures;
}
