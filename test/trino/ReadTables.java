import io.trino.jdbc.TrinoConnection;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/** Reads a workspace with Trino's JDBC driver. Usage: ReadTables PORT WORKSPACE TOKEN CERTIFICATE */
public class ReadTables {
  /** Query that does not end by itself within the checks. */
  static final String ENDLESS = "SELECT count(*) FROM UNNEST(sequence(1, 9000)) a (x), UNNEST(sequence(1, 9000)) b (y), "
      + "UNNEST(sequence(1, 9000)) c (z), UNNEST(sequence(1, 9000)) d (w) WHERE x + y + z + w = 3";

  public static void main(String[] args) throws Exception {
    String workspace = args[1];
    Properties properties = new Properties();
    properties.setProperty("user", "scientist");
    properties.setProperty("accessToken", args[2]);
    properties.setProperty("SSL", "true");
    properties.setProperty("SSLTrustStorePath", args[3]);
    String url = "jdbc:trino://localhost:" + args[0] + "/" + workspace + "/main";
    try (Connection connection = DriverManager.getConnection(url, properties)) {
      checkMetaData(connection.getMetaData(), workspace);
      checkTable(connection);
      checkParameters(connection);
      checkLongResult(connection);
      checkErrors(connection);
      checkTimeout(connection);
      checkSession(connection);
    }
    properties.remove("accessToken");
    properties.setProperty("password", args[2]);
    try (Connection connection = DriverManager.getConnection("jdbc:trino://localhost:" + args[0], properties);
        ResultSet rows = connection.createStatement().executeQuery("SHOW CATALOGS")) {
      rows.next();
      expect(rows.getString(1), workspace);
    }
  }

  static void checkMetaData(DatabaseMetaData data, String workspace) throws SQLException {
    expect(data.getDatabaseProductName(), "Trino");
    expect(data.getDatabaseProductVersion(), "435");
    expect(all(data.getCatalogs(), "TABLE_CAT"), List.of(workspace));
    expect(all(data.getSchemas(workspace, "ma%"), "TABLE_SCHEM"), List.of("main"));
    expect(all(data.getTableTypes(), "TABLE_TYPE"), List.of("TABLE", "VIEW"));
    expect(all(data.getTables(workspace, "main", "every\\_type", null), "REMARKS"), List.of("A table of every type"));
    expect(all(data.getTables(null, "main", "few", new String[] {"VIEW"}), "TABLE_NAME"), List.of("few"));
    try (ResultSet columns = data.getColumns(workspace, "main", "every_type", "%")) {
      List<String> found = new ArrayList<>();
      while (columns.next()) found.add(columns.getString("COLUMN_NAME") + " " + columns.getInt("DATA_TYPE"));
      List<String> expected = List.of("id " + Types.BIGINT, "flag " + Types.BOOLEAN, "whole " + Types.BIGINT,
          "number " + Types.DOUBLE, "text " + Types.VARCHAR, "day " + Types.DATE, "instant " + Types.TIMESTAMP,
          "list " + Types.ARRAY, "nested " + Types.JAVA_OBJECT);
      expect(found, expected);
    }
    expect(all(data.getTypeInfo(), "TYPE_NAME").contains("varchar"), true);
    expect(all(data.getUDTs(null, null, "%", null), "TYPE_NAME"), List.of());
    expect(all(data.getProcedures(null, null, "%"), "PROCEDURE_NAME"), List.of());
    System.out.println("checked JDBC: metadata");
  }

  static void checkTable(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM every_type ORDER BY id")) {
      rows.next();
      expect(rows.getBoolean("flag"), true);
      expect(rows.getLong("whole"), Long.MAX_VALUE);
      expect(rows.getDouble("number"), 0.1);
      expect(rows.getString("text"), "it's \"quoted\"\n,\\ π 😀");
      expect(rows.getDate("day"), Date.valueOf("2026-02-28"));
      expect(rows.getTimestamp("instant").getNanos(), 999_999_000);
      Object[] list = (Object[]) rows.getArray("list").getArray();
      expect(List.of(list[0], list.length), List.of(1L, 3));
      expect(list[1], null);
      expect(rows.getObject("nested").toString(), "{a=4.9E-324, b=x}");
      rows.next();
      expect(rows.getLong("whole"), Long.MIN_VALUE);
      expect(Double.doubleToRawLongBits(rows.getDouble("number")), Double.doubleToRawLongBits(-0.0));
      expect(rows.getString("text"), "");
      expect(rows.getString("instant"), "0001-01-01 00:00:00.000000");
      rows.next();
      expect(rows.getObject("number"), null);
      expect(rows.wasNull(), true);
      expect(rows.next(), false);
    }
    String values = "SELECT nan(), DECIMAL '-12345678901234567890.10', X'00ff', TIMESTAMP '2020-01-01 12:00:00.123 UTC', "
        + "MAP(ARRAY['a'], ARRAY[1]), UUID '12151fd2-7586-11e9-8f9e-2a86e4085a59', INTERVAL '1' DAY, TIME '01:02:03.456'";
    try (ResultSet rows = connection.createStatement().executeQuery(values)) {
      rows.next();
      expect(Double.isNaN(rows.getDouble(1)), true);
      expect(rows.getBigDecimal(2), new BigDecimal("-12345678901234567890.10"));
      expect(rows.getBytes(3).length, 2);
      expect(rows.getTimestamp(4).toInstant().toString(), "2020-01-01T12:00:00.123Z");
      expect(rows.getObject(5), Map.of("a", 1));
      expect(rows.getObject(6).toString(), "12151fd2-7586-11e9-8f9e-2a86e4085a59");
      expect(rows.getString(7), "1 00:00:00.000");
      expect(rows.getString(8), "01:02:03.456");
    }
    System.out.println("checked JDBC: rows");
    System.out.println("checked JDBC: types");
  }

  static void checkParameters(Connection connection) throws SQLException {
    String sql = "SELECT id FROM every_type WHERE id > ? AND (text = ? OR ? IS NULL) ORDER BY id LIMIT ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, 0);
      statement.setString(2, "it's");
      statement.setNull(3, Types.VARCHAR);
      statement.setInt(4, 2);
      expect(all(statement.executeQuery(), "id"), List.of("1", "2"));
    }
    System.out.println("checked JDBC: parameters");
  }

  static void checkLongResult(Connection connection) throws SQLException {
    String sql = "SELECT x FROM UNNEST(sequence(1, 10000)) t (x), UNNEST(sequence(1, 20)) s (y)";
    try (ResultSet rows = connection.createStatement().executeQuery(sql)) {
      long count = 0;
      long sum = 0;
      for (; rows.next(); count += 1) sum += rows.getLong(1);
      expect(count, 200_000L);
      expect(sum, 20L * 50_005_000L);
    }
    System.out.println("checked JDBC: large results");
  }

  static void checkErrors(Connection connection) throws SQLException {
    for (String sql : List.of("SELECT * FROM missing", "DROP TABLE every_type", "SELECT FROM")) {
      try {
        connection.createStatement().executeQuery(sql);
      } catch (SQLException error) {
        expect(error.getErrorCode() > 0, true);
        continue;
      }
      throw new AssertionError(sql + " was not refused");
    }
    System.out.println("checked JDBC: errors");
  }

  /** Checks that a query ends at its time limit, and when another thread cancels it. */
  static void checkTimeout(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(2);
      expect(errorOf(statement), "EXCEEDED_TIME_LIMIT");
    }
    try (Statement statement = connection.createStatement()) {
      Thread canceling = new Thread(() -> {
        try {
          Thread.sleep(3000);
          statement.cancel();
        } catch (InterruptedException | SQLException error) {
          throw new AssertionError(error);
        }
      });
      canceling.start();
      expect(errorOf(statement).isEmpty(), false);
    }
    System.out.println("checked JDBC: cancel");
  }

  static String errorOf(Statement statement) {
    try {
      statement.executeQuery(ENDLESS).next();
    } catch (SQLException error) {
      Throwable cause = error.getCause();
      return String.valueOf(error.getMessage()).contains("maximum run time") ? "EXCEEDED_TIME_LIMIT" : "" + error + cause;
    }
    return "";
  }

  /** Checks the time zone of a connection, and queries in a read-only transaction. */
  static void checkSession(Connection connection) throws SQLException {
    connection.unwrap(TrinoConnection.class).setTimeZoneId("Asia/Kolkata");
    connection.setReadOnly(true);
    connection.setAutoCommit(false);
    expect(all(connection.createStatement().executeQuery("SELECT current_timezone() AS zone"), "zone"), List.of("Asia/Kolkata"));
    connection.commit();
    connection.setAutoCommit(true);
    System.out.println("checked JDBC: time zone");
  }

  static List<String> all(ResultSet rows, String column) throws SQLException {
    List<String> found = new ArrayList<>();
    while (rows.next()) found.add(rows.getString(column));
    return found;
  }

  static void expect(Object actual, Object expected) {
    if (!Objects.equals(actual, expected)) throw new AssertionError("expected " + expected + ", found " + actual);
  }
}
