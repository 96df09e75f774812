-- outside of a transaction
-- What was paid before the trigger: wallets are counted whole, two hundred at a time and under the locks that movements
-- take, so that a sale of a node that serves meanwhile is counted either here or by the trigger, and waits for a moment.
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
    INSERT INTO "fan_spending" ("creator_id", "fan_id", "spent_cents")
    SELECT e."counterparty_id", a."owner_id", -sum(p."amount_cents")
    FROM "ledger_accounts" a
    JOIN "ledger_postings" p ON p."account_id" = a."id"
    JOIN "ledger_entries" e ON e."id" = p."entry_id" AND e."counterparty_id" IS NOT NULL
    WHERE a."id" = ANY(batch)
    GROUP BY e."counterparty_id", a."owner_id"
    ON CONFLICT ("creator_id", "fan_id") DO UPDATE SET "spent_cents" = excluded."spent_cents";
    COMMIT;
    counted := batch[cardinality(batch)];
  END LOOP;
END $$;
