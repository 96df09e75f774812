-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "broadcasts_calendar" ON "broadcasts" USING btree ("sender_id","send_at","id") WHERE "broadcasts"."status" <> 'unsent';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "offer_links_ends" ON "offer_links" USING btree ("creator_id","expires_at","id") WHERE "offer_links"."revoked_at" is null;