-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_username_begins" ON "users" USING btree ("username" text_pattern_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_email_begins" ON "users" USING btree (lower("email") text_pattern_ops);