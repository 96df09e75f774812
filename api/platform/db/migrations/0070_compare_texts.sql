-- outside of a transaction
SET lock_timeout = '1s';--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "broadcast_copies" (
	"creator_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"content" text NOT NULL,
	"second_content" text,
	"price_cents" integer,
	"media_ids" uuid[] NOT NULL,
	"preview_ids" uuid[] NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "broadcast_copies_creator_id_author_id_pk" PRIMARY KEY("creator_id","author_id"),
	CONSTRAINT "broadcast_copies_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action,
	CONSTRAINT "broadcast_copies_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action
);--> statement-breakpoint
ALTER TABLE "broadcast_drafts" ADD COLUMN IF NOT EXISTS "second_content" text, ADD COLUMN IF NOT EXISTS "compare_hours" integer DEFAULT 4 NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcast_figures" ADD COLUMN IF NOT EXISTS "first_opened" integer DEFAULT 0 NOT NULL, ADD COLUMN IF NOT EXISTS "first_unlocked" integer DEFAULT 0 NOT NULL, ADD COLUMN IF NOT EXISTS "first_earned_cents" bigint DEFAULT 0 NOT NULL, ADD COLUMN IF NOT EXISTS "second_opened" integer DEFAULT 0 NOT NULL, ADD COLUMN IF NOT EXISTS "second_unlocked" integer DEFAULT 0 NOT NULL, ADD COLUMN IF NOT EXISTS "second_earned_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ADD COLUMN IF NOT EXISTS "version" text;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN IF NOT EXISTS "second_content" text, ADD COLUMN IF NOT EXISTS "compare_hours" integer DEFAULT 4 NOT NULL, ADD COLUMN IF NOT EXISTS "compared_each" integer, ADD COLUMN IF NOT EXISTS "first_sent" integer DEFAULT 0 NOT NULL, ADD COLUMN IF NOT EXISTS "second_sent" integer DEFAULT 0 NOT NULL, ADD COLUMN IF NOT EXISTS "compared_at" timestamp with time zone, ADD COLUMN IF NOT EXISTS "rest_at" timestamp with time zone, ADD COLUMN IF NOT EXISTS "winner" text, ADD COLUMN IF NOT EXISTS "decided" jsonb;--> statement-breakpoint
SET lock_timeout = 0;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "broadcast_copies_author" ON "broadcast_copies" USING btree ("author_id");--> statement-breakpoint
-- Broadcasts of which a text has to go to the others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "broadcasts_rest_due" ON "broadcasts" USING btree ("rest_at") WHERE "broadcasts"."status" = 'comparing';--> statement-breakpoint
-- The calendar, and what a fan got this week.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "broadcasts_rest" ON "broadcasts" USING btree ("sender_id","rest_at","id") WHERE "broadcasts"."rest_at" is not null and "broadcasts"."status" <> 'unsent';--> statement-breakpoint
-- The figures of both texts are kept beside those of the whole, in the same rows.
CREATE OR REPLACE FUNCTION "count_broadcast_opening"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change integer := CASE WHEN NEW."read_at" IS NULL THEN -1 ELSE 1 END;
  compared text := (SELECT r."version" FROM "broadcast_recipients" r WHERE r."broadcast_id" = NEW."broadcast_id" AND r."user_id" = NEW."receiver_id");
BEGIN
  INSERT INTO "broadcast_figures" AS f ("broadcast_id", "shard", "opened", "first_opened", "second_opened")
  VALUES (NEW."broadcast_id", pg_backend_pid() % 8, change, CASE compared WHEN 'first' THEN change ELSE 0 END, CASE compared WHEN 'second' THEN change ELSE 0 END)
  ON CONFLICT ("broadcast_id", "shard") DO UPDATE SET "opened" = f."opened" + excluded."opened",
    "first_opened" = f."first_opened" + excluded."first_opened", "second_opened" = f."second_opened" + excluded."second_opened";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "sum_broadcast_sales"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "broadcast_figures" AS f ("broadcast_id", "shard", "unlocked", "earned_cents", "first_unlocked", "first_earned_cents", "second_unlocked", "second_earned_cents")
  SELECT m."broadcast_id", pg_backend_pid() % 8, count(*)::integer, sum(b."price_cents"),
    count(*) FILTER (WHERE r."version" = 'first')::integer, coalesce(sum(b."price_cents") FILTER (WHERE r."version" = 'first'), 0),
    count(*) FILTER (WHERE r."version" = 'second')::integer, coalesce(sum(b."price_cents") FILTER (WHERE r."version" = 'second'), 0)
  FROM "bought" b JOIN "messages" m ON m."id" = b."object_id" AND m."broadcast_id" IS NOT NULL
  LEFT JOIN "broadcast_recipients" r ON r."broadcast_id" = m."broadcast_id" AND r."user_id" = m."receiver_id"
  WHERE b."object_kind" = 'message' AND b."refunded_at" IS NULL
  GROUP BY m."broadcast_id" ORDER BY m."broadcast_id"
  ON CONFLICT ("broadcast_id", "shard") DO UPDATE SET "unlocked" = f."unlocked" + excluded."unlocked", "earned_cents" = f."earned_cents" + excluded."earned_cents",
    "first_unlocked" = f."first_unlocked" + excluded."first_unlocked", "first_earned_cents" = f."first_earned_cents" + excluded."first_earned_cents",
    "second_unlocked" = f."second_unlocked" + excluded."second_unlocked", "second_earned_cents" = f."second_earned_cents" + excluded."second_earned_cents";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "change_broadcast_sale"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := CASE WHEN NEW."refunded_at" IS NULL THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO "broadcast_figures" AS f ("broadcast_id", "shard", "unlocked", "earned_cents", "first_unlocked", "first_earned_cents", "second_unlocked", "second_earned_cents")
  SELECT m."broadcast_id", pg_backend_pid() % 8, sign, sign * NEW."price_cents",
    CASE r."version" WHEN 'first' THEN sign ELSE 0 END, CASE r."version" WHEN 'first' THEN sign * NEW."price_cents" ELSE 0 END,
    CASE r."version" WHEN 'second' THEN sign ELSE 0 END, CASE r."version" WHEN 'second' THEN sign * NEW."price_cents" ELSE 0 END
  FROM "messages" m LEFT JOIN "broadcast_recipients" r ON r."broadcast_id" = m."broadcast_id" AND r."user_id" = m."receiver_id"
  WHERE m."id" = NEW."object_id" AND m."broadcast_id" IS NOT NULL
  ON CONFLICT ("broadcast_id", "shard") DO UPDATE SET "unlocked" = f."unlocked" + excluded."unlocked", "earned_cents" = f."earned_cents" + excluded."earned_cents",
    "first_unlocked" = f."first_unlocked" + excluded."first_unlocked", "first_earned_cents" = f."first_earned_cents" + excluded."first_earned_cents",
    "second_unlocked" = f."second_unlocked" + excluded."second_unlocked", "second_earned_cents" = f."second_earned_cents" + excluded."second_earned_cents";
  RETURN NULL;
END $$;
