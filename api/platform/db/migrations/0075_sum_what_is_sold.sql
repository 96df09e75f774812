-- outside of a transaction
-- May be repeated from the beginning.
SET lock_timeout = '1s';--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "sold_quarters" (
	"creator_id" uuid NOT NULL,
	"quarter" integer NOT NULL,
	"kind" text NOT NULL,
	"sales" integer NOT NULL,
	"paid_cents" bigint NOT NULL,
	CONSTRAINT "sold_quarters_creator_id_quarter_kind_pk" PRIMARY KEY("creator_id","quarter","kind")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "sold_post_months" (
	"creator_id" uuid NOT NULL,
	"month" date NOT NULL,
	"post_id" uuid NOT NULL,
	"sales" integer NOT NULL,
	"paid_cents" bigint NOT NULL,
	CONSTRAINT "sold_post_months_creator_id_month_post_id_pk" PRIMARY KEY("creator_id","month","post_id")
);
--> statement-breakpoint
-- At the end of the statement, which is the last thing that most sales do: the sales of one creator wait for each other's
-- commit and no longer. Several rows are locked in one order, so that no two statements wait for each other.
CREATE OR REPLACE FUNCTION "sum_sold"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "sold_post_months" AS s ("creator_id", "month", "post_id", "sales", "paid_cents")
  SELECT b."creator_id", date_trunc('month', b."created_at" AT TIME ZONE 'UTC')::date, b."object_id", count(*)::integer, sum(b."price_cents")
  FROM "bought" b WHERE b."object_kind" = 'post' AND b."refunded_at" IS NULL AND b."price_cents" > 0 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT ("creator_id", "month", "post_id") DO UPDATE
    SET "sales" = s."sales" + excluded."sales", "paid_cents" = s."paid_cents" + excluded."paid_cents";
  INSERT INTO "sold_quarters" AS s ("creator_id", "quarter", "kind", "sales", "paid_cents")
  SELECT b."creator_id", floor(date_part('epoch', b."created_at") / 900)::integer, b."object_kind", count(*)::integer, sum(b."price_cents")
  FROM "bought" b WHERE b."refunded_at" IS NULL AND b."price_cents" > 0 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT ("creator_id", "quarter", "kind") DO UPDATE
    SET "sales" = s."sales" + excluded."sales", "paid_cents" = s."paid_cents" + excluded."paid_cents";
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER IF EXISTS "purchases_sum_sold" ON "purchases";--> statement-breakpoint
CREATE TRIGGER "purchases_sum_sold" AFTER INSERT ON "purchases" REFERENCING NEW TABLE AS "bought" FOR EACH STATEMENT EXECUTE FUNCTION "sum_sold"();--> statement-breakpoint
CREATE OR REPLACE FUNCTION "change_sold"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := CASE WHEN NEW."refunded_at" IS NULL THEN 1 ELSE -1 END;
BEGIN
  IF NEW."object_kind" = 'post' THEN
    INSERT INTO "sold_post_months" AS s ("creator_id", "month", "post_id", "sales", "paid_cents")
    VALUES (NEW."creator_id", date_trunc('month', NEW."created_at" AT TIME ZONE 'UTC')::date, NEW."object_id", sign, sign * NEW."price_cents")
    ON CONFLICT ("creator_id", "month", "post_id") DO UPDATE
      SET "sales" = s."sales" + excluded."sales", "paid_cents" = s."paid_cents" + excluded."paid_cents";
  END IF;
  INSERT INTO "sold_quarters" AS s ("creator_id", "quarter", "kind", "sales", "paid_cents")
  VALUES (NEW."creator_id", floor(date_part('epoch', NEW."created_at") / 900)::integer, NEW."object_kind", sign, sign * NEW."price_cents")
  ON CONFLICT ("creator_id", "quarter", "kind") DO UPDATE
    SET "sales" = s."sales" + excluded."sales", "paid_cents" = s."paid_cents" + excluded."paid_cents";
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER IF EXISTS "purchases_change_sold" ON "purchases";--> statement-breakpoint
CREATE TRIGGER "purchases_change_sold" AFTER UPDATE OF "refunded_at" ON "purchases" FOR EACH ROW WHEN (NEW."price_cents" > 0 AND (OLD."refunded_at" IS NULL) <> (NEW."refunded_at" IS NULL)) EXECUTE FUNCTION "change_sold"();--> statement-breakpoint
-- What was before the triggers, twenty creators at a time. Those who sell wait meanwhile, and what they sell is added.
DO $$
DECLARE
  batch uuid[];
  counted uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  LOOP
    SELECT array_agg(c."creator_id" ORDER BY c."creator_id") INTO batch FROM (
      SELECT DISTINCT "creator_id" FROM "purchases" WHERE "creator_id" > counted ORDER BY "creator_id" LIMIT 20
    ) c;
    EXIT WHEN batch IS NULL;
    BEGIN
      LOCK TABLE "sold_post_months", "sold_quarters" IN SHARE ROW EXCLUSIVE MODE;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.2);
      CONTINUE;
    END;
    DELETE FROM "sold_post_months" WHERE "creator_id" = ANY(batch);
    DELETE FROM "sold_quarters" WHERE "creator_id" = ANY(batch);
    INSERT INTO "sold_post_months" ("creator_id", "month", "post_id", "sales", "paid_cents")
    SELECT p."creator_id", date_trunc('month', p."created_at" AT TIME ZONE 'UTC')::date, p."object_id", count(*), sum(p."price_cents")
    FROM "purchases" p WHERE p."creator_id" = ANY(batch) AND p."object_kind" = 'post' AND p."refunded_at" IS NULL AND p."price_cents" > 0
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
    INSERT INTO "sold_quarters" ("creator_id", "quarter", "kind", "sales", "paid_cents")
    SELECT p."creator_id", floor(date_part('epoch', p."created_at") / 900)::integer, p."object_kind", count(*), sum(p."price_cents")
    FROM "purchases" p WHERE p."creator_id" = ANY(batch) AND p."refunded_at" IS NULL AND p."price_cents" > 0
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
    COMMIT;
    counted := batch[cardinality(batch)];
  END LOOP;
END $$;--> statement-breakpoint
SET lock_timeout = 0;
