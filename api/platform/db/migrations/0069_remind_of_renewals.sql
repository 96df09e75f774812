-- outside of a transaction
SET lock_timeout = '1s';--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN IF NOT EXISTS "happens_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN IF NOT EXISTS "reminded_for" timestamp with time zone;--> statement-breakpoint
SET lock_timeout = 0;--> statement-breakpoint
-- The job that reminds fans of a renewal: those whom it has not reminded yet.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscriptions_to_remind" ON "subscriptions" USING btree ("renews_at","id") WHERE "subscriptions"."status" = 'active' and "subscriptions"."renews_at" is not null and "subscriptions"."reminded_for" is distinct from "subscriptions"."renews_at";--> statement-breakpoint
-- The bundles that end soon, for the same job.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bundle_purchases_ends" ON "bundle_purchases" USING btree ("covers_until") WHERE "bundle_purchases"."refunded_at" is null;
