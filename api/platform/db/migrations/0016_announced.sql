ALTER TABLE "posts" ADD COLUMN "announced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "announced_to" uuid;--> statement-breakpoint
-- What is out already is old news.
UPDATE "posts" SET "announced_at" = "published_at" WHERE "published_at" <= now();--> statement-breakpoint
CREATE INDEX "posts_unannounced" ON "posts" USING btree ("published_at") WHERE "posts"."announced_at" is null and "posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "price_changes_recent" ON "price_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_readers" ON "subscriptions" USING btree ("creator_id","fan_id") WHERE "subscriptions"."status" <> 'ended';--> statement-breakpoint
CREATE INDEX "subscriptions_free" ON "subscriptions" USING btree ("creator_id","fan_id") WHERE "subscriptions"."status" = 'active' and "subscriptions"."price_cents" = 0;