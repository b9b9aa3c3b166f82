import { expect, it } from "vitest";
import { jdbcUrl } from "#console/jdbcUrl.ts";

it.each([
  ["http://127.0.0.1:4001", "jdbc:trino://localhost:4004/lab/main?SSL=true"],
  ["http://127.0.0.1:4002", "jdbc:trino://localhost:4005/lab/main?SSL=true"],
  ["https://eu.api.example.org", "jdbc:trino://eu.api.example.org:443/lab/main?SSL=true"],
  ["https://eu.api.example.org:8443", "jdbc:trino://eu.api.example.org:8443/lab/main?SSL=true"],
])("the JDBC URL of %s is %s", (region, expected) => {
  expect(jdbcUrl(region, "lab")).toBe(expected);
});
