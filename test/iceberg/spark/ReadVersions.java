import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Runs queries with Spark and prints one line per row: the number of the query, a tab, and the row as JSON. A failed query prints
 * its number, a tab, and the error as a JSON string.
 *
 * <p>Usage: ReadVersions SETTING=VALUE... -- QUERY...
 */
public class ReadVersions {
  /** Timestamps with microseconds, and all fields. */
  static final String TO_JSON =
      "to_json(struct(*), map('timestampNTZFormat', \"yyyy-MM-dd'T'HH:mm:ss.SSSSSS\", 'ignoreNullFields', 'false'))";

  public static void main(String[] args) {
    List<String> all = List.of(args);
    int end = all.indexOf("--");
    SparkSession.Builder builder = SparkSession.builder().master("local[2]");
    for (String setting : all.subList(0, end)) {
      int equals = setting.indexOf('=');
      builder = builder.config(setting.substring(0, equals), setting.substring(equals + 1));
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (SparkSession spark = builder.getOrCreate()) {
      int number = 0;
      for (String query : all.subList(end + 1, all.size())) {
        try {
          Dataset<Row> rows = spark.sql(query);
          if (rows.columns().length > 0) {
            for (Row row : rows.selectExpr(TO_JSON).collectAsList()) out.println(number + "\t" + row.getString(0));
          }
        } catch (Exception error) {
          String text = String.valueOf(error.getMessage()).replaceAll("[^ !#-\\[\\]-~]", " ");
          out.println(number + "\t\"" + text + "\"");
        }
        number += 1;
      }
    }
  }
}
