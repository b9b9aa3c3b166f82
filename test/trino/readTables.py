"""Reads a workspace with unmodified Trino clients, and compares every value.

Usage: python readTables.py PORT WORKSPACE TOKEN [CERTIFICATE]
"""

import datetime
import math
import sys
import threading
from decimal import Decimal

import pandas
import sqlalchemy
import trino

port, workspace, token, *certificate = sys.argv[1:]
scheme = "https" if certificate else "http"
host = "localhost" if certificate else "127.0.0.1"
# Without TLS, the client sends a token only if configured to do so.
insecure = {} if certificate else {"allow_insecure_auth": True}
UTC = datetime.timezone.utc
# Query that does not end by itself within the checks.
ENDLESS = (
    "SELECT count(*) FROM UNNEST(sequence(1, 9000)) a (x), UNNEST(sequence(1, 9000)) b (y), "
    "UNNEST(sequence(1, 9000)) c (z), UNNEST(sequence(1, 9000)) d (w) WHERE x + y + z + w = 3"
)


def connect(**more):
    return trino.dbapi.connect(
        host=host,
        port=int(port),
        user="scientist",
        http_scheme=scheme,
        verify=certificate[0] if certificate else False,
        auth=trino.auth.JWTAuthentication(token),
        **insecure,
        catalog=workspace,
        schema="main",
        **more,
    )


def rows(sql, parameters=None):
    cursor = connect().cursor()
    cursor.execute(sql, parameters)
    return cursor.fetchall()


def expect(actual, expected):
    # NaN is not equal to itself.
    if repr(actual) != repr(expected):
        raise AssertionError(f"expected {expected!r}, found {actual!r}")


def check_table():
    """Checks every column type of a table, with values at its limits."""
    found = rows("SELECT * FROM every_type ORDER BY id")
    expect(
        found,
        [
            [
                1,
                True,
                9223372036854775807,
                0.1,
                "it's \"quoted\"\n,\\ π 😀",
                datetime.date(2026, 2, 28),
                datetime.datetime(2026, 2, 28, 23, 59, 59, 999999),
                [1, None, 3],
                found[0][8],
            ],
            [
                2,
                False,
                -9223372036854775808,
                -0.0,
                "",
                datetime.date(1, 1, 1),
                datetime.datetime(1, 1, 1),
                [],
                found[1][8],
            ],
            [3, None, None, None, None, None, None, None, None],
        ],
    )
    expect(tuple(found[0][8]), (5e-324, "x"))
    expect(tuple(found[1][8]), (None, None))
    expect(found[0][8].b, "x")


def check_values():
    """Checks types that only expressions can have."""
    (row,) = rows(
        """SELECT nan(), infinity(), -infinity(), CAST('12345678901234567890.123456789' AS DECIMAL(38, 9)),
        DECIMAL '-0.10', X'00ff', TIMESTAMP '2020-01-01 12:00:00.123 UTC', TIME '01:02:03.456', REAL '0.1', TINYINT '-7',
        MAP(ARRAY['a', 'b'], ARRAY[1, NULL]), CAST(ROW(1, ARRAY[nan()]) AS ROW(x BIGINT, y ARRAY(DOUBLE))),
        UUID '12151fd2-7586-11e9-8f9e-2a86e4085a59', JSON '{"a": [1, null]}', NULL, CAST('ab' AS CHAR(4)), 1e300"""
    )
    expect(math.isnan(row[0]), True)
    expect(row[1:3], [math.inf, -math.inf])
    expect(row[3], Decimal("12345678901234567890.123456789"))
    expect(row[4:6], [Decimal("-0.10"), b"\x00\xff"])
    expect(row[6].astimezone(UTC), datetime.datetime(2020, 1, 1, 12, 0, 0, 123000, UTC))
    expect(row[7], datetime.time(1, 2, 3, 456000))
    expect(row[8:11], [0.1, -7, {"a": 1, "b": None}])
    expect(row[11][0], 1)
    expect(math.isnan(row[11][1][0]), True)
    expect(str(row[12]), "12151fd2-7586-11e9-8f9e-2a86e4085a59")
    expect(row[13:], ['{"a":[1,null]}', None, "ab  ", 1e300])


def check_parameters():
    expect(
        rows("SELECT ?, ?, ?, ?", (1, "it's", None, Decimal("1.50"))), [[1, "it's", None, Decimal("1.50")]]
    )
    expect(rows("SELECT id FROM every_type WHERE id > ? ORDER BY 1 LIMIT 1", (1,)), [[2]])
    legacy = connect(legacy_prepared_statements=True).cursor()
    legacy.execute("SELECT id FROM every_type WHERE text = ?", ("",))
    expect(legacy.fetchall(), [[2]])


def check_errors():
    for sql, name in [
        ("SELECT nothing FROM every_type", "COLUMN_NOT_FOUND"),
        ("SELECT * FROM missing", "TABLE_NOT_FOUND"),
        ("DROP TABLE every_type", "NOT_SUPPORTED"),
        ("INSERT INTO every_type VALUES (1)", "NOT_SUPPORTED"),
        ("SET SESSION query_max_run_time = 'soon'", "INVALID_SESSION_PROPERTY"),
    ]:
        try:
            rows(sql)
        except trino.exceptions.TrinoUserError as error:
            expect(error.error_name, name)
        else:
            raise AssertionError(f"{sql} was not refused")


def check_long_result():
    """Checks a result with several pages."""
    cursor = connect().cursor()
    cursor.execute("SELECT x, x * 0.5e0, 'row ' || CAST(x AS VARCHAR) FROM UNNEST(sequence(1, 10000)) t (x), UNNEST(sequence(1, 20)) s (y)")
    found = cursor.fetchall()
    expect(len(found), 200_000)
    expect(sum(row[0] for row in found), 20 * 50_005_000)


def check_cancel():
    """Cancels a query while another thread waits for its rows."""
    cursor = connect().cursor()
    timer = threading.Timer(3, cursor.cancel)
    timer.start()
    try:
        cursor.execute(ENDLESS)
        cursor.fetchall()
    except trino.exceptions.TrinoUserError as error:
        expect(error.error_name, "USER_CANCELED")
    else:
        raise AssertionError("the query was not cancelled")


def check_time_zone():
    cursor = connect(timezone="Asia/Kolkata").cursor()
    cursor.execute("SELECT current_timezone(), hour(from_unixtime(0)), from_unixtime(0)")
    ((zone, hour, moment),) = cursor.fetchall()
    expect((zone, hour, moment.utcoffset()), ("Asia/Kolkata", 5, datetime.timedelta(hours=5.5)))


def check_sqlalchemy():
    engine = sqlalchemy.create_engine(
        f"trino://scientist@{host}:{port}/{workspace}/main",
        connect_args={
            "http_scheme": scheme,
            "auth": trino.auth.JWTAuthentication(token),
            **insecure,
            "verify": certificate[0] if certificate else False,
        },
    )
    inspector = sqlalchemy.inspect(engine)
    expect(sorted(inspector.get_schema_names()), ["information_schema", "main"])
    expect("every_type" in inspector.get_table_names(), True)
    expect(inspector.get_view_names(), ["few"])
    expect(inspector.get_view_definition("few"), "SELECT id FROM every_type")
    expect(inspector.has_table("every_type"), True)
    expect(inspector.has_table("missing"), False)
    expect(inspector.get_table_comment("every_type"), {"text": "A table of every type"})
    columns = [(column["name"], str(column["type"])) for column in inspector.get_columns("every_type")]
    expect(
        columns[:8],
        [
            ("id", "BIGINT"),
            ("flag", "BOOLEAN"),
            ("whole", "BIGINT"),
            ("number", "DOUBLE"),
            ("text", "VARCHAR"),
            ("day", "DATE"),
            ("instant", "TIMESTAMP"),
            ("list", "ARRAY"),
        ],
    )
    table = sqlalchemy.Table("every_type", sqlalchemy.MetaData(), autoload_with=engine)
    with engine.connect() as connection:
        query = sqlalchemy.select(table.c.id).where(table.c.text == "").limit(1)
        expect(connection.execute(query).fetchall(), [(2,)])
        frame = pandas.read_sql("SELECT id, number FROM every_type ORDER BY id", connection)
        expect(list(frame["id"]), [1, 2, 3])
        expect(list(frame["number"])[:2], [0.1, -0.0])


for check, features in [
    (check_table, ["Python: rows"]),
    (check_values, ["Python: types"]),
    (check_parameters, ["Python: parameters"]),
    (check_errors, ["Python: errors"]),
    (check_long_result, ["Python: large results"]),
    (check_cancel, ["Python: cancel"]),
    (check_time_zone, ["Python: time zone"]),
    (check_sqlalchemy, ["SQLAlchemy and pandas: metadata", "SQLAlchemy and pandas: rows", "SQLAlchemy and pandas: types"]),
]:
    check()
    for feature in features:
        print(f"checked {feature}", flush=True)
