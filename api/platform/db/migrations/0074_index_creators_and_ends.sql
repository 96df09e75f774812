-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_creators_by_id" ON "users" USING btree ("id") WHERE "users"."is_creator";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscriptions_expired" ON "subscriptions" USING btree ("creator_id","active_until") WHERE "subscriptions"."status" <> 'ended' and "subscriptions"."active_until" is not null;