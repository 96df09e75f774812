-- outside of a transaction
-- The days of before the trigger, fifty creators at a time. Nothing is written for a day that has passed, so it is counted
-- whole; may be repeated.
DO $$
DECLARE
  batch uuid[];
  counted uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  LOOP
    SELECT array_agg(c."id" ORDER BY c."id") INTO batch FROM (
      SELECT "id" FROM "users" WHERE "id" > counted AND "is_creator" ORDER BY "id" LIMIT 50
    ) c;
    EXIT WHEN batch IS NULL;
    INSERT INTO "subscription_days" ("creator_id", "day", "kind", "shard", "count")
    SELECT "creator_id", ("created_at" AT TIME ZONE 'UTC')::date, "kind", abs(hashtext("fan_id"::text) % 8), count(*) FROM "subscription_events"
    WHERE "creator_id" = ANY(batch)
      AND "created_at" < date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '1 day'
    GROUP BY 1, 2, 3, 4
    ON CONFLICT ("creator_id", "day", "kind", "shard") DO UPDATE SET "count" = excluded."count";
    COMMIT;
    counted := batch[cardinality(batch)];
  END LOOP;
END $$;--> statement-breakpoint
-- Whether a picture of a post was sent to the fan before.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "messages_with_media" ON "messages" USING btree ("session_id","receiver_id") WHERE "messages"."type" <> 'text';--> statement-breakpoint
-- The best fans of a long span.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "fan_spending_days_fan" ON "fan_spending_days" USING btree ("creator_id","fan_id","day");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "fan_spending_days_returned" ON "fan_spending_days" USING btree ("creator_id","day") WHERE "fan_spending_days"."spent_cents" < 0;
