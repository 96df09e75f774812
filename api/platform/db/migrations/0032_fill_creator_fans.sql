-- outside of a transaction
-- The fans of before the triggers, a thousand pairs at a time, each written under its own lock; may be repeated.
DO $$
DECLARE
  creators uuid[];
  fans uuid[];
  last_a uuid;
  last_b uuid;
  -- The tables that make a person a fan, each with its key and which column of it is the creator.
  source text[];
  first_key constant uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  -- When a fan paid last was not kept before.
  LOOP
    WITH missing AS (
      SELECT s."creator_id", s."fan_id" FROM "fan_spending" s WHERE s."last_paid_at" IS NULL AND s."spent_cents" > 0
      LIMIT 1000
    ), found AS (
      SELECT m."creator_id", m."fan_id", max(e."created_at") AS at FROM missing m
      JOIN "ledger_accounts" a ON a."owner_id" = m."fan_id" AND a."kind" = 'wallet'
      JOIN "ledger_postings" p ON p."account_id" = a."id" AND p."amount_cents" < 0
      JOIN "ledger_entries" e ON e."id" = p."entry_id" AND e."counterparty_id" = m."creator_id"
      GROUP BY 1, 2
    )
    UPDATE "fan_spending" s SET "last_paid_at" = greatest(s."last_paid_at", f.at)
    FROM found f WHERE s."creator_id" = f."creator_id" AND s."fan_id" = f."fan_id";
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
  FOREACH source SLICE 1 IN ARRAY ARRAY[
    ['follows', 'follower_id', 'user_id', 'b'], ['subscriptions', 'fan_id', 'creator_id', 'b'],
    ['fan_spending', 'creator_id', 'fan_id', 'a'], ['blocks', 'blocker_id', 'blocked_id', 'a']
  ] LOOP
    last_a := first_key;
    last_b := first_key;
    LOOP
      EXECUTE format(
        'SELECT array_agg(a), array_agg(b) FROM (SELECT %1$I AS a, %2$I AS b FROM %3$I
          WHERE (%1$I, %2$I) > ($1, $2) ORDER BY 1, 2 LIMIT 1000) x', source[2], source[3], source[1])
      INTO creators, fans USING last_a, last_b;
      EXIT WHEN creators IS NULL;
      last_a := creators[cardinality(creators)];
      last_b := fans[cardinality(fans)];
      IF source[4] = 'b' THEN PERFORM "refresh_creator_fans"(fans, creators); ELSE PERFORM "refresh_creator_fans"(creators, fans); END IF;
      COMMIT;
    END LOOP;
  END LOOP;
END $$;
--> statement-breakpoint
-- The lists that were names in notes.
INSERT INTO "fan_lists" ("id", "creator_id", "name")
SELECT gen_random_uuid(), x."creator_id", x."name"
FROM (SELECT DISTINCT n."creator_id", unnest(n."lists") AS "name" FROM "fan_notes" n) x
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "fan_list_members" ("list_id", "fan_id")
SELECT l."id", n."fan_id" FROM "fan_notes" n JOIN "fan_lists" l ON l."creator_id" = n."creator_id" AND l."name" = ANY(n."lists") AND l."filter" IS NULL
ON CONFLICT DO NOTHING;
