-- outside of a transaction
-- May be repeated from the beginning.
SET lock_timeout = '1s';--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "cohort_months" (
	"creator_id" uuid NOT NULL,
	"cohort" date NOT NULL,
	"month" integer NOT NULL,
	"shard" integer NOT NULL,
	"fans" integer DEFAULT 0 NOT NULL,
	"changes" integer DEFAULT 0 NOT NULL,
	"spent_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "cohort_months_creator_id_cohort_month_shard_pk" PRIMARY KEY("creator_id","cohort","month","shard")
);
--> statement-breakpoint
-- After how many whole months from the first day a day is reached; the 31st of a month is followed by the last of the next.
-- Both are written so that they become a part of the statement that calls them.
CREATE OR REPLACE FUNCTION "months_between"("first" date, "day" date) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT (extract(year FROM $2) * 12 + extract(month FROM $2) - extract(year FROM $1) * 12 - extract(month FROM $1))::integer
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "cohort_month"("first" date, "day" date) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT least(13, greatest(0, "months_between"($1, $2)
    + ($2 > $1 + make_interval(months => "months_between"($1, $2)))::integer))
$$;--> statement-breakpoint
-- Those who begin, end and come again. An unpaid month ended on its own day and not when the days of grace are over; a job
-- ends what is over, so an hour is taken off. At the commit, so that the row is held for a moment.
CREATE OR REPLACE FUNCTION "count_cohort_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  first date := (SELECT (min(e."created_at") AT TIME ZONE 'UTC')::date FROM "subscription_events" e
    WHERE e."fan_id" = NEW."fan_id" AND e."creator_id" = NEW."creator_id" AND e."kind" = 'new');
  was text;
  last record;
  is_first boolean;
  moment timestamptz := NEW."created_at";
BEGIN
  SELECT e."kind" INTO was FROM "subscription_events" e
  WHERE e."fan_id" = NEW."fan_id" AND e."creator_id" = NEW."creator_id" AND e."kind" IN ('new', 'lost')
    AND (e."created_at", e."id") < (NEW."created_at", NEW."id") ORDER BY e."created_at" DESC, e."id" DESC LIMIT 1;
  is_first := NEW."kind" = 'new' AND NOT EXISTS (SELECT FROM "subscription_events" e
    WHERE e."fan_id" = NEW."fan_id" AND e."creator_id" = NEW."creator_id" AND e."kind" = 'new'
      AND (e."created_at", e."id") < (NEW."created_at", NEW."id"));
  IF NOT is_first AND was IS NOT DISTINCT FROM NEW."kind" OR NOT is_first AND was IS NULL THEN
    RETURN NULL;
  END IF;
  IF NEW."kind" = 'lost' THEN
    SELECT e."kind", e."created_at" INTO last FROM "subscription_events" e
    WHERE e."fan_id" = NEW."fan_id" AND e."creator_id" = NEW."creator_id"
      AND (e."created_at", e."id") < (NEW."created_at", NEW."id") ORDER BY e."created_at" DESC, e."id" DESC LIMIT 1;
    moment := CASE WHEN last."kind" = 'past_due' THEN last."created_at" ELSE moment END - interval '1 hour';
  END IF;
  INSERT INTO "cohort_months" AS c ("creator_id", "cohort", "month", "shard", "fans", "changes")
  VALUES (NEW."creator_id", date_trunc('month', first)::date,
    CASE WHEN is_first THEN 0 ELSE "cohort_month"(first, (moment AT TIME ZONE 'UTC')::date) END, abs(hashtext(NEW."fan_id"::text) % 8),
    CASE WHEN is_first THEN 1 ELSE 0 END, CASE WHEN is_first THEN 0 WHEN NEW."kind" = 'new' THEN 1 ELSE -1 END)
  ON CONFLICT ("creator_id", "cohort", "month", "shard") DO UPDATE
    SET "fans" = c."fans" + excluded."fans", "changes" = c."changes" + excluded."changes";
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER IF EXISTS "subscription_events_cohort" ON "subscription_events";--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "subscription_events_cohort" AFTER INSERT ON "subscription_events" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW."kind" IN ('new', 'lost')) EXECUTE FUNCTION "count_cohort_change"();--> statement-breakpoint
-- What a fan pays from the day of the first subscription on is added with the payment. What was paid earlier on that day is
-- added here, under the lock of the wallet, so that no payment is missed or counted twice.
CREATE OR REPLACE FUNCTION "begin_cohort_spending"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  first date := (NEW."created_at" AT TIME ZONE 'UTC')::date;
BEGIN
  IF EXISTS (SELECT FROM "subscription_events" e WHERE e."fan_id" = NEW."fan_id" AND e."creator_id" = NEW."creator_id"
    AND e."kind" = 'new' AND e."id" <> NEW."id") THEN
    RETURN NULL;
  END IF;
  PERFORM FROM "ledger_accounts" a WHERE a."owner_id" = NEW."fan_id" AND a."kind" = 'wallet' FOR NO KEY UPDATE;
  INSERT INTO "cohort_months" AS c ("creator_id", "cohort", "month", "shard", "spent_cents")
  SELECT s."creator_id", date_trunc('month', first)::date, "cohort_month"(first, s."day"), abs(hashtext(s."fan_id"::text) % 8), sum(s."spent_cents")
  FROM "fan_spending_days" s WHERE s."creator_id" = NEW."creator_id" AND s."fan_id" = NEW."fan_id" AND s."day" >= first
  GROUP BY 1, 2, 3, 4
  ON CONFLICT ("creator_id", "cohort", "month", "shard") DO UPDATE SET "spent_cents" = c."spent_cents" + excluded."spent_cents";
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER IF EXISTS "subscription_events_cohort_spending" ON "subscription_events";--> statement-breakpoint
CREATE TRIGGER "subscription_events_cohort_spending" AFTER INSERT ON "subscription_events" FOR EACH ROW WHEN (NEW."kind" = 'new') EXECUTE FUNCTION "begin_cohort_spending"();--> statement-breakpoint
-- The rows of several fans are taken in one order, so that no two statements wait for each other.
CREATE OR REPLACE FUNCTION "add_cohort_spending"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "changed") THEN
    RETURN NULL;
  END IF;
  INSERT INTO "cohort_months" AS c ("creator_id", "cohort", "month", "shard", "spent_cents")
  SELECT s."creator_id", date_trunc('month', f."first")::date, "cohort_month"(f."first", s."day"), abs(hashtext(s."fan_id"::text) % 8), sum(s."spent_cents")
  FROM "changed" s CROSS JOIN LATERAL (SELECT (min(e."created_at") AT TIME ZONE 'UTC')::date AS "first" FROM "subscription_events" e
    WHERE e."fan_id" = s."fan_id" AND e."creator_id" = s."creator_id" AND e."kind" = 'new') f
  WHERE s."day" >= f."first" GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT ("creator_id", "cohort", "month", "shard") DO UPDATE SET "spent_cents" = c."spent_cents" + excluded."spent_cents";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "change_cohort_spending"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "changed") THEN
    RETURN NULL;
  END IF;
  INSERT INTO "cohort_months" AS c ("creator_id", "cohort", "month", "shard", "spent_cents")
  SELECT s."creator_id", date_trunc('month', f."first")::date, "cohort_month"(f."first", s."day"), abs(hashtext(s."fan_id"::text) % 8),
    sum(s."spent_cents" - o."spent_cents")
  FROM "changed" s JOIN "was" o USING ("creator_id", "day", "fan_id")
  CROSS JOIN LATERAL (SELECT (min(e."created_at") AT TIME ZONE 'UTC')::date AS "first" FROM "subscription_events" e
    WHERE e."fan_id" = s."fan_id" AND e."creator_id" = s."creator_id" AND e."kind" = 'new') f
  WHERE s."day" >= f."first" GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT ("creator_id", "cohort", "month", "shard") DO UPDATE SET "spent_cents" = c."spent_cents" + excluded."spent_cents";
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER IF EXISTS "fan_spending_days_add_cohort" ON "fan_spending_days";--> statement-breakpoint
CREATE TRIGGER "fan_spending_days_add_cohort" AFTER INSERT ON "fan_spending_days" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_cohort_spending"();--> statement-breakpoint
DROP TRIGGER IF EXISTS "fan_spending_days_change_cohort" ON "fan_spending_days";--> statement-breakpoint
CREATE TRIGGER "fan_spending_days_change_cohort" AFTER UPDATE ON "fan_spending_days" REFERENCING OLD TABLE AS "was" NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "change_cohort_spending"();--> statement-breakpoint
-- What was before the triggers, twenty creators at a time. Those who write wait meanwhile, and what they write is added.
DO $$
DECLARE
  batch uuid[];
  counted uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  LOOP
    SELECT array_agg(c."id" ORDER BY c."id") INTO batch FROM (
      SELECT "id" FROM "users" WHERE "id" > counted AND "is_creator" ORDER BY "id" LIMIT 20
    ) c;
    EXIT WHEN batch IS NULL;
    BEGIN
      LOCK TABLE "cohort_months" IN SHARE ROW EXCLUSIVE MODE;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.2);
      CONTINUE;
    END;
    DELETE FROM "cohort_months" WHERE "creator_id" = ANY(batch);
    WITH "every" AS (
      SELECT e."creator_id", e."fan_id", e."id", e."kind", e."created_at",
        lag(e."kind") OVER w AS "last_kind", lag(e."created_at") OVER w AS "last_at",
        (min(e."created_at") FILTER (WHERE e."kind" = 'new') OVER (PARTITION BY e."creator_id", e."fan_id") AT TIME ZONE 'UTC')::date AS "first",
        abs(hashtext(e."fan_id"::text) % 8) AS "shard"
      FROM "subscription_events" e WHERE e."creator_id" = ANY(batch)
      WINDOW w AS (PARTITION BY e."creator_id", e."fan_id" ORDER BY e."created_at", e."id")
    ), "events" AS (
      SELECT v.*, lag(v."kind") OVER (PARTITION BY v."creator_id", v."fan_id" ORDER BY v."created_at", v."id") AS "was",
        v."kind" = 'new' AND row_number() OVER (PARTITION BY v."creator_id", v."fan_id", v."kind" ORDER BY v."created_at", v."id") = 1 AS "is_first"
      FROM "every" v WHERE v."kind" IN ('new', 'lost')
    ), "rows" AS (
      SELECT v."creator_id", v."first", v."shard",
        CASE WHEN v."is_first" THEN 0 ELSE "cohort_month"(v."first", ((CASE v."kind" WHEN 'new' THEN v."created_at"
          ELSE CASE v."last_kind" WHEN 'past_due' THEN v."last_at" ELSE v."created_at" END - interval '1 hour' END) AT TIME ZONE 'UTC')::date) END AS "month",
        v."is_first"::integer AS "fans", CASE WHEN v."is_first" THEN 0 WHEN v."kind" = 'new' THEN 1 ELSE -1 END AS "changes", 0 AS "cents"
      FROM "events" v WHERE v."first" IS NOT NULL AND (v."is_first" OR v."was" <> v."kind")
      UNION ALL
      SELECT s."creator_id", f."first", f."shard", "cohort_month"(f."first", s."day"), 0, 0, s."spent_cents"
      FROM "events" f JOIN "fan_spending_days" s ON s."creator_id" = f."creator_id" AND s."fan_id" = f."fan_id" AND s."day" >= f."first"
      WHERE f."is_first"
    )
    INSERT INTO "cohort_months" ("creator_id", "cohort", "month", "shard", "fans", "changes", "spent_cents")
    SELECT r."creator_id", date_trunc('month', r."first")::date, r."month", r."shard", sum(r."fans"), sum(r."changes"), sum(r."cents")
    FROM "rows" r GROUP BY 1, 2, 3, 4;
    COMMIT;
    counted := batch[cardinality(batch)];
  END LOOP;
END $$;--> statement-breakpoint
SET lock_timeout = 0;