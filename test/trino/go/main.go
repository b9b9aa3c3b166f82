// Reads a workspace with Trino's client for Go. Usage: main PORT WORKSPACE TOKEN; SSL_CERT_FILE names the certificate.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"time"

	"os"
	"strings"

	"github.com/trinodb/trino-go-client/trino"
)

const long = "SELECT x FROM UNNEST(sequence(1, 10000)) t (x), UNNEST(sequence(1, 20)) s (y)"
const endless = "SELECT count(*) FROM UNNEST(sequence(1, 9000)) a (x), UNNEST(sequence(1, 9000)) b (y), " +
	"UNNEST(sequence(1, 9000)) c (z), UNNEST(sequence(1, 9000)) d (w) WHERE x + y + z + w = 3"

func main() {
	dsn := fmt.Sprintf("https://scientist:%s@localhost:%s?catalog=%s&schema=main", os.Args[3], os.Args[1], os.Args[2])
	db, err := sql.Open("trino", dsn)
	must(err)
	checkRows(db)
	checkParameters(db)
	checkLongResult(db)
	checkErrors(db)
	checkCancel(db)
}

func checkRows(db *sql.DB) {
	rows, err := db.Query("SELECT id, flag, whole, number, text, day, instant FROM every_type ORDER BY id LIMIT 1")
	must(err)
	for rows.Next() {
		var id, whole int64
		var flag bool
		var number float64
		var text string
		var day, instant time.Time
		must(rows.Scan(&id, &flag, &whole, &number, &text, &day, &instant))
		expect(fmt.Sprint(id, flag, whole, number), "1 true 9223372036854775807 0.1")
		expect(text, "it's \"quoted\"\n,\\ π 😀")
		expect(day.Format(time.DateOnly), "2026-02-28")
		expect(instant.Format("2006-01-02 15:04:05.999999"), "2026-02-28 23:59:59.999999")
	}
	must(rows.Err())
	checked("rows")
	var nested, list string
	must(db.QueryRow("SELECT CAST(list AS JSON), CAST(nested AS JSON) FROM every_type WHERE id = 1").Scan(&list, &nested))
	expect(list, "[1,null,3]")
	checked("types")
}

func checkParameters(db *sql.DB) {
	var id int64
	must(db.QueryRow("SELECT id FROM every_type WHERE id > ? AND text = ?", 1, "").Scan(&id))
	expect(fmt.Sprint(id), "2")
	checked("parameters")
}

func checkLongResult(db *sql.DB) {
	rows, err := db.Query(long)
	must(err)
	count := 0
	for rows.Next() {
		count++
	}
	must(rows.Err())
	expect(fmt.Sprint(count), "200000")
	checked("large results")
}

func checkErrors(db *sql.DB) {
	_, err := db.Query("SELECT * FROM missing")
	var failed *trino.ErrQueryFailed
	if !errors.As(err, &failed) || !strings.Contains(err.Error(), "missing") {
		log.Fatalf("unexpected error %v", err)
	}
	checked("errors")
}

func checkCancel(db *sql.DB) {
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Second)
	defer cancel()
	var count int64
	err := db.QueryRowContext(ctx, endless).Scan(&count)
	if !errors.Is(err, context.DeadlineExceeded) {
		log.Fatalf("unexpected error %v", err)
	}
	checked("cancel")
}

func checked(feature string) {
	fmt.Println("checked Go: " + feature)
}

func expect(actual, expected string) {
	if actual != expected {
		log.Fatalf("expected %q, found %q", expected, actual)
	}
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
