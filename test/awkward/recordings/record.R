# Writes files to the working directory with R: Rscript record.R. The recordings were created with R 4.2.2, without
# packages.
frame <- data.frame(
  variant = c("WT", "S238A", 'E10K, "b"'),
  tm = c(58.25, NA, 61),
  n = c(3L, NA, 1000000L),
  active = c(TRUE, FALSE, TRUE),
  day = as.Date(c("2024-02-29", NA, "2024-03-01")),
  sequence = c("MKVLAAGIVGA", "MKVLAAGIVGC", NA)
)
numbers <- data.frame(x = c(1e-300, 1 / 3, Inf, NaN), id = c(1e5, 123456, 1e15, 2), name = c("é", " a ", "", "NA"))

# Default row names, quotes and NA.
write.csv(frame, "r-default.csv")
write.csv(frame, "r-no-row-names.csv", row.names = FALSE)
write.csv(frame, "r-empty-na.csv", row.names = FALSE, na = "")
write.csv(frame, "r-bare.csv", row.names = FALSE, na = "", quote = FALSE)
# Semicolons and decimal commas.
write.csv2(frame, "r-csv2.csv", row.names = FALSE)
# Spaces, and a header with one name fewer than the number of cells in each row.
write.table(frame, "r-table.txt")
write.table(frame, "r-table.tsv", sep = "\t")
write.table(frame, "r-tabs.tsv", sep = "\t", row.names = FALSE, na = "")
write.table(frame, "r-escaped.csv", sep = ",", qmethod = "escape", row.names = FALSE, na = "")
write.table(frame, "r-no-header.csv", sep = ",", col.names = FALSE, row.names = FALSE, na = "")
write.csv(frame, "r-windows.csv", row.names = FALSE, na = "", eol = "\r\n")
write.csv(numbers, "r-numbers.csv", row.names = FALSE)
connection <- file("r-latin1.csv", encoding = "latin1")
write.csv(numbers["name"], connection, row.names = FALSE)
times <- data.frame(t = as.POSIXct(c("2024-01-01 10:00:00", "2024-06-30 23:59:59.25"), tz = "UTC"), x = 1:2)
write.csv(times, "r-times.csv", row.names = FALSE)
