CREATE TABLE "subscription_days" (
	"creator_id" uuid NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"shard" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "subscription_days_creator_id_day_kind_shard_pk" PRIMARY KEY("creator_id","day","kind","shard")
);
--> statement-breakpoint
CREATE FUNCTION "count_subscription_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "subscription_days" AS d ("creator_id", "day", "kind", "shard", "count")
  VALUES (NEW."creator_id", (NEW."created_at" AT TIME ZONE 'UTC')::date, NEW."kind", abs(hashtext(NEW."fan_id"::text) % 8), 1)
  ON CONFLICT ("creator_id", "day", "kind", "shard") DO UPDATE SET "count" = d."count" + 1;
  RETURN NULL;
END $$;--> statement-breakpoint
-- At the commit, so that the row is held for a moment and not while a month is paid for. Creating it waits for those who
-- write events and keeps others from it until this migration has counted the newest days.
CREATE CONSTRAINT TRIGGER "subscription_events_count" AFTER INSERT ON "subscription_events" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "count_subscription_event"();--> statement-breakpoint
-- The events of the last days by their ids, which begin with the time; those of before can no longer change (0040).
DO $$
BEGIN
  INSERT INTO "subscription_days" ("creator_id", "day", "kind", "shard", "count")
  SELECT "creator_id", ("created_at" AT TIME ZONE 'UTC')::date, "kind", abs(hashtext("fan_id"::text) % 8), count(*) FROM "subscription_events"
  WHERE "id" >= (lpad(to_hex((extract(epoch FROM now() - interval '4 days') * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
    AND "created_at" >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '2 days'
  GROUP BY 1, 2, 3, 4
  ON CONFLICT ("creator_id", "day", "kind", "shard") DO UPDATE SET "count" = excluded."count";
END $$;
