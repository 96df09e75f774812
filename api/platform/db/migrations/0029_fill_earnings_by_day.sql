-- outside of a transaction
-- What was earned and paid before the triggers, under the locks that movements take, as in 0023: a sale of a node that
-- serves meanwhile is counted either here or by the trigger. First what creators and referrers earned, by their accounts.
DO $$
DECLARE
  batch uuid[];
  counted uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  LOOP
    SELECT array_agg(o."owner_id" ORDER BY o."owner_id") INTO batch FROM (
      SELECT DISTINCT "owner_id" FROM "ledger_accounts"
      WHERE "kind" IN ('pending', 'referral') AND "owner_id" > counted ORDER BY "owner_id" LIMIT 20
    ) o;
    EXIT WHEN batch IS NULL;
    PERFORM 1 FROM "ledger_accounts" WHERE "owner_id" = ANY(batch) AND "kind" IN ('pending', 'available', 'referral') ORDER BY "id" FOR UPDATE;
    INSERT INTO "earnings_days" ("owner_id", "day", "account_id", "kind", "is_return", "gross_cents", "net_cents")
    SELECT s."owner_id", s."day", s."account_id", s."kind", s."is_return", sum(s."gross"), sum(s."net") FROM (
      SELECT * FROM "earnings_of"((SELECT array_agg("id") FROM "ledger_entries" WHERE "counterparty_id" = ANY(batch)), true)
      UNION ALL
      SELECT a."owner_id", (p."created_at" AT TIME ZONE 'UTC')::date, a."id", 'referral', false, 0, p."amount_cents"
      FROM "ledger_accounts" a JOIN "ledger_postings" p ON p."account_id" = a."id"
      WHERE a."owner_id" = ANY(batch) AND a."kind" = 'referral' AND p."amount_cents" > 0
    ) s GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT ("owner_id", "day", "account_id", "kind", "is_return") DO UPDATE
      SET "gross_cents" = excluded."gross_cents", "net_cents" = excluded."net_cents";
    COMMIT;
    counted := batch[cardinality(batch)];
  END LOOP;
END $$;--> statement-breakpoint
-- Then what fans paid, by their wallets.
DO $$
DECLARE
  batch uuid[];
  counted uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  LOOP
    SELECT array_agg(w."id" ORDER BY w."id") INTO batch FROM (
      SELECT "id" FROM "ledger_accounts" WHERE "kind" = 'wallet' AND "id" > counted ORDER BY "id" LIMIT 200
    ) w;
    EXIT WHEN batch IS NULL;
    PERFORM 1 FROM "ledger_accounts" WHERE "id" = ANY(batch) ORDER BY "id" FOR UPDATE;
    INSERT INTO "fan_spending_days" ("creator_id", "day", "fan_id", "spent_cents")
    SELECT e."counterparty_id", (e."created_at" AT TIME ZONE 'UTC')::date, a."owner_id", -sum(p."amount_cents")
    FROM "ledger_accounts" a
    JOIN "ledger_postings" p ON p."account_id" = a."id"
    JOIN "ledger_entries" e ON e."id" = p."entry_id" AND e."counterparty_id" IS NOT NULL
    WHERE a."id" = ANY(batch)
    GROUP BY 1, 2, 3
    ON CONFLICT ("creator_id", "day", "fan_id") DO UPDATE SET "spent_cents" = excluded."spent_cents";
    COMMIT;
    counted := batch[cardinality(batch)];
  END LOOP;
END $$;
