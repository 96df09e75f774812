CREATE TABLE "saved_reply_sends" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"reply_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"fan_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "saved_replies" ADD COLUMN "folder" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD COLUMN "media_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD COLUMN "preview_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD COLUMN "price_cents" integer;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD COLUMN "sent_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD COLUMN "unlocked_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD COLUMN "earned_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "saved_reply_sends" ADD CONSTRAINT "saved_reply_sends_reply_id_saved_replies_id_fk" FOREIGN KEY ("reply_id") REFERENCES "public"."saved_replies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_reply_sends_reply" ON "saved_reply_sends" USING btree ("reply_id");--> statement-breakpoint
CREATE INDEX "saved_reply_sends_fan" ON "saved_reply_sends" USING btree ("fan_id","creator_id","message_id");--> statement-breakpoint
-- What saved replies sell is summed as it is sold. Several are locked in one order, so that no two sales wait for each other.
CREATE FUNCTION "sum_saved_replies"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "saved_replies" r WHERE r."id" IN (
    SELECT s."reply_id" FROM "bought" b JOIN "saved_reply_sends" s ON s."message_id" = b."object_id" WHERE b."object_kind" = 'message'
  ) ORDER BY r."id" FOR NO KEY UPDATE;
  IF FOUND THEN
    UPDATE "saved_replies" r SET "unlocked_count" = r."unlocked_count" + x."count", "earned_cents" = r."earned_cents" + x."cents"
    FROM (
      SELECT s."reply_id", count(*)::integer AS "count", sum(b."price_cents") AS "cents"
      FROM "bought" b JOIN "saved_reply_sends" s ON s."message_id" = b."object_id"
      WHERE b."object_kind" = 'message' AND b."refunded_at" IS NULL GROUP BY s."reply_id"
    ) x WHERE r."id" = x."reply_id";
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "purchases_sum_replies" AFTER INSERT ON "purchases" REFERENCING NEW TABLE AS "bought" FOR EACH STATEMENT EXECUTE FUNCTION "sum_saved_replies"();--> statement-breakpoint
CREATE FUNCTION "take_back_saved_reply"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "saved_replies" r SET "unlocked_count" = r."unlocked_count" - 1, "earned_cents" = r."earned_cents" - NEW."price_cents"
  FROM "saved_reply_sends" s WHERE s."message_id" = NEW."object_id" AND r."id" = s."reply_id";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "purchases_take_back_reply" AFTER UPDATE OF "refunded_at" ON "purchases" FOR EACH ROW WHEN (NEW."object_kind" = 'message' AND NEW."refunded_at" IS NOT NULL AND OLD."refunded_at" IS NULL) EXECUTE FUNCTION "take_back_saved_reply"();
