-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_trending" ON "users" USING btree ("trend","followers_count","id") WHERE "users"."is_creator";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_category" ON "users" USING btree ("category","trend","followers_count","id") WHERE "users"."is_creator";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_tags" ON "users" USING gin ("tags") WHERE "users"."is_creator";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "follows_recent" ON "follows" USING btree ("created_at","user_id");