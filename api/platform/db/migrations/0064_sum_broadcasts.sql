CREATE TABLE "broadcast_figures" (
	"broadcast_id" uuid NOT NULL,
	"shard" integer NOT NULL,
	"opened" integer DEFAULT 0 NOT NULL,
	"unlocked" integer DEFAULT 0 NOT NULL,
	"earned_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "broadcast_figures_broadcast_id_shard_pk" PRIMARY KEY("broadcast_id","shard")
);
--> statement-breakpoint
CREATE FUNCTION "count_broadcast_opening"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "broadcast_figures" AS f ("broadcast_id", "shard", "opened")
  VALUES (NEW."broadcast_id", pg_backend_pid() % 8, CASE WHEN NEW."read_at" IS NULL THEN -1 ELSE 1 END)
  ON CONFLICT ("broadcast_id", "shard") DO UPDATE SET "opened" = f."opened" + excluded."opened";
  RETURN NULL;
END $$;--> statement-breakpoint
-- At the commit, so that the row is held for a moment.
CREATE CONSTRAINT TRIGGER "messages_count_opening" AFTER UPDATE OF "read_at" ON "messages" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW."broadcast_id" IS NOT NULL AND (OLD."read_at" IS NULL) <> (NEW."read_at" IS NULL)) EXECUTE FUNCTION "count_broadcast_opening"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "messages_count_opened" AFTER INSERT ON "messages" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW."broadcast_id" IS NOT NULL AND NEW."read_at" IS NOT NULL) EXECUTE FUNCTION "count_broadcast_opening"();--> statement-breakpoint
-- Several are locked in one order, so that no two sales wait for each other.
CREATE FUNCTION "sum_broadcast_sales"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "broadcast_figures" AS f ("broadcast_id", "shard", "unlocked", "earned_cents")
  SELECT m."broadcast_id", pg_backend_pid() % 8, count(*)::integer, sum(b."price_cents")
  FROM "bought" b JOIN "messages" m ON m."id" = b."object_id" AND m."broadcast_id" IS NOT NULL
  WHERE b."object_kind" = 'message' AND b."refunded_at" IS NULL
  GROUP BY m."broadcast_id" ORDER BY m."broadcast_id"
  ON CONFLICT ("broadcast_id", "shard") DO UPDATE SET "unlocked" = f."unlocked" + excluded."unlocked", "earned_cents" = f."earned_cents" + excluded."earned_cents";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "purchases_sum_broadcasts" AFTER INSERT ON "purchases" REFERENCING NEW TABLE AS "bought" FOR EACH STATEMENT EXECUTE FUNCTION "sum_broadcast_sales"();--> statement-breakpoint
CREATE FUNCTION "change_broadcast_sale"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := CASE WHEN NEW."refunded_at" IS NULL THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO "broadcast_figures" AS f ("broadcast_id", "shard", "unlocked", "earned_cents")
  SELECT m."broadcast_id", pg_backend_pid() % 8, sign, sign * NEW."price_cents"
  FROM "messages" m WHERE m."id" = NEW."object_id" AND m."broadcast_id" IS NOT NULL
  ON CONFLICT ("broadcast_id", "shard") DO UPDATE SET "unlocked" = f."unlocked" + excluded."unlocked", "earned_cents" = f."earned_cents" + excluded."earned_cents";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "purchases_change_broadcast" AFTER UPDATE OF "refunded_at" ON "purchases" FOR EACH ROW WHEN (NEW."object_kind" = 'message' AND (OLD."refunded_at" IS NULL) <> (NEW."refunded_at" IS NULL)) EXECUTE FUNCTION "change_broadcast_sale"();