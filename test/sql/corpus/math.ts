import { EDGES, overEdges, selects } from "./samples.ts";

const UNARY =
  "abs ceil ceiling floor round sign truncate sqrt cbrt exp ln log2 log10 sin cos tan asin acos atan sinh cosh tanh degrees radians is_nan is_finite is_infinite".split(
    " ",
  );
const NUMERIC =
  "tinyint smallint integer lowest bigint lowestBigint real double negativeZero special decimal longDecimal varchar null".split(
    " ",
  );

export const math: string[] = [
  ...UNARY.flatMap((name) => overEdges((value) => `${name}(${value})`, NUMERIC)),
  ...Object.values(EDGES)
    .flat()
    .slice(0, 36)
    .map((value) => `SELECT round(${value}, 1), round(${value}, -1), round(${value}, 0)`),
  ...selects(`
    abs(INTEGER '-2147483648')
    abs(TINYINT '-128')
    abs(-9223372036854775807)
    round(7.1, -1), round(7.15, 1), round(-7.15, 1), round(9.9), round(99.95, 1), round(0.5), round(-0.5), round(1234.567, -2), round(5.0, 5)
    round(BIGINT '9223372036854775807', -1)
    round(BIGINT '9223372036854775800', -1)
    round(BIGINT '9223372036854775805', -1)
    round(2147483647, -1)
    round(15, -1), round(14, -1), round(-15, -1), round(123, 2), round(12345, -10)
    round(2.5e0), round(-2.5e0), round(0.49999999999999994e0), round(1.005e0, 2), round(1e300, 2), round(1234.5678e0, -2), round(2.675e0, 2), round(1e20), round(nan()), round(infinity(), 2)
    round(REAL '2.5'), round(REAL '1.25', 1), round(REAL '-0.5')
    round(12345678901234567890.55, 1)
    round(99999999999999999999999999999999999999.0)
    round(1.5, 1.5)
    round('1')
    ceil(9.9), ceil(-9.9), ceil(99.01), ceil(0.1), floor(-0.1), floor(9.9), ceil(12345678901234567890.1), ceil(9.0), floor(-9.0)
    typeof(ceil(9.9)), typeof(floor(1.25)), typeof(round(1.25)), typeof(round(1.25, 1)), typeof(truncate(1.25)), typeof(truncate(1.25, 1)), typeof(abs(1.25)), typeof(sign(1.25))
    truncate(1.29, 1), truncate(-1.29, 1), truncate(129.9, -1), truncate(1.9e0), truncate(-1.9e0)
    truncate(1.29e0, 1)
    truncate(5)
    mod(5, 3), mod(-5, 3), mod(5.5, 2), mod(5e0, 3), mod(-5.5e0, 2), mod(BIGINT '5', 3)
    mod(5, 0)
    mod(5e0, 0)
    power(2, 3), power(2, -1), pow(0, 0), power(-8, 1e0/3), power(2.5, 2), power(nan(), 0)
    log(2, 8), log(10, 100), log(0, 1), log(2, 0), log(-1, 2), ln(1), ln(2.5)
    exp(710), exp(-1000), sqrt(2), sqrt(-1), cbrt(-27)
    atan2(1, 2), atan2(0e0, -1e0), atan2(1, 0)
    asin(2), acos(-2), asin(nan())
    pi(), e(), infinity(), nan(), -infinity()
    sign(-5), sign(0), sign(2.5), sign(-2.5e0), sign(nan()), sign(-0e0), sign(NULL), sign(infinity())
    width_bucket(3.5e0, 0, 10, 5), width_bucket(-1e0, 0, 10, 5), width_bucket(11e0, 0, 10, 5), width_bucket(5e0, 10, 0, 5), width_bucket(2e0, ARRAY[1e0, 2e0, 3e0])
    width_bucket(3.5e0, 5, 5, 5)
    width_bucket(3.5e0, 0, 10, 0)
    width_bucket(nan(), 0, 10, 5)
    from_base('ff', 16), from_base('101', 2), to_base(255, 16), to_base(-255, 2), from_base('zz', 36)
    from_base('fg', 16)
    from_base('1', 1)
    bitwise_and(12, 10), bitwise_or(12, 10), bitwise_xor(12, 10), bitwise_not(5), bitwise_and(-1, 255), bitwise_not(TINYINT '5')
    bitwise_left_shift(1, 2), bitwise_right_shift(8, 3), bitwise_right_shift_arithmetic(-8, 2), bitwise_right_shift(-8, 2), bitwise_left_shift(TINYINT '1', 7), bitwise_left_shift(1, 40)
    typeof(bitwise_left_shift(1, 2)), typeof(bitwise_and(TINYINT '1', TINYINT '3')), typeof(bitwise_left_shift(TINYINT '1', 3)), typeof(bitwise_not(SMALLINT '1'))
    bit_count(9, 64), bit_count(-7, 64), bit_count(-7, 8)
    bit_count(9, 1)
    cosine_similarity(MAP(ARRAY['a'], ARRAY[1.0]), MAP(ARRAY['a'], ARRAY[2.0]))
    normal_cdf(0, 1, 1.96), inverse_normal_cdf(0, 1, 0.3), beta_cdf(2, 5, 0.2), inverse_beta_cdf(2, 5, 0.2)
    normal_cdf(0, 0, 1.96)
    inverse_normal_cdf(0, 1, 1.3)
    wilson_interval_lower(1250, 1310, 1.96e0), wilson_interval_upper(1250, 1310, 1.96e0)
    wilson_interval_lower(-1, 1310, 1.96e0)
    greatest(1, 2, 3), least(1.5, 2), greatest(REAL '1', 2e0), greatest(TINYINT '1', 300)
    greatest()
    rand() < 1, random(10) < 10, rand(5, 6), typeof(random(10)), random() >= 0
    random(0)
    degrees(pi()), radians(180), tanh(1), cosh(0), sinh(1e0)
    abs('a')
    sqrt('4')
    abs()
    abs(1, 2)
    nosuchfunction(1)
    ABS(-1), Abs(-2), "abs"(-3)
    e(1)
    1 + abs(-2) * 3 - mod(7, 4)
  `),
];
