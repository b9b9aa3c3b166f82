import io.trino.jdbc.TrinoConnection;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;

/**
 * Connects, synchronizes and queries like Metabase's driver for Trino, with the same calls of the JDBC driver and the same
 * statements. Usage: ReadAsMetabase PORT WORKSPACE TOKEN CERTIFICATE
 */
public class ReadAsMetabase {
  public static void main(String[] args) throws Exception {
    String workspace = args[1];
    Properties properties = new Properties();
    properties.setProperty("user", "scientist");
    properties.setProperty("password", args[2]);
    properties.setProperty("SSL", "true");
    properties.setProperty("SSLTrustStorePath", args[3]);
    properties.setProperty("source", "Metabase");
    for (String explicit : List.of("true", "false")) {
      properties.setProperty("explicitPrepare", explicit);
      try (Connection connection = DriverManager.getConnection("jdbc:trino://localhost:" + args[0] + "/" + workspace, properties)) {
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
        connection.unwrap(TrinoConnection.class).setTimeZoneId("America/New_York");
        connection.setReadOnly(true);
        synchronize(connection, workspace);
        query(connection, workspace);
      }
    }
  }

  static void synchronize(Connection connection, String workspace) throws SQLException {
    expect(rows(connection, "SHOW CATALOGS LIKE '" + workspace + "'"), List.of(workspace));
    expect(rows(connection, "SHOW SCHEMAS FROM \"" + workspace + "\"").contains("main"), true);
    List<String> tables = rows(connection, "SHOW TABLES FROM \"" + workspace + "\".\"main\"");
    expect(tables, List.of("every_type", "few"));
    for (String table : tables) {
      expect(rows(connection, "SHOW TABLES FROM \"main\" LIKE '" + table + "'"), List.of(table));
      expect(rows(connection, "DESCRIBE \"" + workspace + "\".\"main\".\"" + table + "\"").get(0), "id");
    }
    System.out.println("checked Metabase's queries: metadata");
    expect(rows(connection, "SELECT current_timezone() as \"time-zone\""), List.of("America/New_York"));
    expect(rows(connection, "SELECT hour(from_unixtime(0))"), List.of("19"));
    System.out.println("checked Metabase's queries: time zone");
  }

  static void query(Connection connection, String workspace) throws SQLException {
    String from = " FROM \"" + workspace + "\".\"main\".\"every_type\" ";
    expect(rows(connection, "SELECT date_trunc('month', (\"instant\" AT TIME ZONE 'America/New_York')), count(*), "
        + "approx_percentile(\"number\", 0.5), sum(CASE WHEN \"flag\" = TRUE THEN 1 ELSE 0.0 END), date(\"day\"), "
        + "mod(\"id\", 2), log10(2.0), regexp_extract(\"text\", 'q'), day_of_week(\"day\")" + from
        + "WHERE \"id\" = 1 GROUP BY 1, 5, 6, 8, 9 ORDER BY 1 ASC").size(), 1);
    expect(rows(connection, "SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id ASC) AS \"__rownum__\"" + from
        + ") WHERE \"__rownum__\" > 1 LIMIT 1"), List.of("2"));
    System.out.println("checked Metabase's queries: rows");
    String sql = "SELECT id" + from + "WHERE \"instant\" >= from_iso8601_timestamp(?) AND \"instant\" < "
        + "CAST('2027-01-01 00:00:00.000 +01:00' AS timestamp with time zone) AND \"text\" <> ? AND \"number\" < ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      expect(statement.getParameterMetaData().getParameterCount(), 3);
      statement.setString(1, "2026-01-01T00:00:00");
      statement.setString(2, "");
      statement.setDouble(3, 1.5);
      statement.setMaxRows(2000);
      expect(all(statement.executeQuery()), List.of("1"));
    }
    System.out.println("checked Metabase's queries: parameters");
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT current_timestamp, TIME '01:02:03', DECIMAL '1.50'")) {
      rows.next();
      OffsetDateTime moment = rows.getObject(1, ZonedDateTime.class).toOffsetDateTime();
      expect(Math.abs(moment.toEpochSecond() - System.currentTimeMillis() / 1000) < 600, true);
      expect(rows.getTime(2).toString(), "01:02:03");
      expect(rows.getMetaData().getColumnTypeName(3), "decimal(3,2)");
    }
    System.out.println("checked Metabase's queries: types");
    try (PreparedStatement statement = connection.prepareStatement("SELECT ?, ?")) {
      statement.setInt(1, 1);
      all(statement.executeQuery());
      throw new AssertionError("a missing parameter was accepted");
    } catch (SQLException error) {
      System.out.println("checked Metabase's queries: errors");
    }
  }

  static List<String> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(sql)) {
      return all(rows);
    }
  }

  static List<String> all(ResultSet rows) throws SQLException {
    List<String> found = new ArrayList<>();
    while (rows.next()) found.add(rows.getString(1));
    return found;
  }

  static void expect(Object actual, Object expected) {
    if (!Objects.equals(actual, expected)) throw new AssertionError("expected " + expected + ", found " + actual);
  }
}
