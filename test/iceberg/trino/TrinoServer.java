import io.trino.plugin.hive.HivePlugin;
import io.trino.plugin.iceberg.IcebergPlugin;
import io.trino.server.testing.TestingTrinoServer;
import java.io.PrintStream;
import java.util.Map;
import java.util.TreeMap;

/**
 * Starts a Trino server with its Iceberg and Hive connectors, prints its URL, and stops when its input ends.
 *
 * <p>Usage: TrinoServer PROPERTY=VALUE... Each property starts with the name of a catalog and a period; the catalog's
 * {@code connector} is the name of its connector.
 */
public class TrinoServer {
  public static void main(String[] args) throws Exception {
    // The server redirects System.out to its log.
    PrintStream out = System.out;
    Map<String, Map<String, String>> catalogs = new TreeMap<>();
    for (String arg : args) {
      int period = arg.indexOf('.');
      int equals = arg.indexOf('=');
      catalogs
          .computeIfAbsent(arg.substring(0, period), name -> new TreeMap<>())
          .put(arg.substring(period + 1, equals), arg.substring(equals + 1));
    }
    try (TestingTrinoServer server = TestingTrinoServer.builder().build()) {
      server.installPlugin(new IcebergPlugin());
      server.installPlugin(new HivePlugin());
      catalogs.forEach(
          (name, properties) -> server.createCatalog(name, properties.remove("connector"), properties));
      out.println(server.getBaseUrl());
      while (System.in.read() >= 0) {}
    }
    System.exit(0);
  }
}
