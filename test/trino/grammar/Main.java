import io.trino.sql.SqlFormatter;
import io.trino.sql.parser.SqlParser;
import io.trino.sql.tree.Statement;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Prints sentences of Trino's grammar and their neighbors, one JSON line each, with the text that Trino's formatter writes for
 * them, which has parentheses around every operation; null if Trino's parser refuses the sentence.
 * Arguments: a seed and the number of sentences.
 */
public final class Main {
  public static void main(String[] args) {
    Sentences sentences = new Sentences(Long.parseLong(args[0]));
    int count = Integer.parseInt(args[1]);
    SqlParser parser = new SqlParser();
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    int printed = 0;
    while (printed < count) {
      List<String> sentence = sentences.next();
      for (int version = 0; version < 2 && printed < count; version++) {
        String text = sentences.textOf(version == 0 ? sentence : sentences.changed(sentence));
        String form = formatted(parser, text).map(Main::quoted).orElse("null");
        out.println("{\"text\":" + quoted(text) + ",\"formatted\":" + form + "}");
        printed++;
      }
    }
    out.flush();
  }

  private static Optional<String> formatted(SqlParser parser, String text) {
    Statement statement;
    try {
      statement = parser.createStatement(text);
    } catch (RuntimeException error) {
      // Usually a ParsingException; for GROUPING() and some others, Trino fails with an internal error.
      return Optional.empty();
    }
    try {
      return Optional.of(SqlFormatter.formatSql(statement));
    } catch (RuntimeException error) {
      // The formatter does not know every statement.
      return Optional.of(text);
    }
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
