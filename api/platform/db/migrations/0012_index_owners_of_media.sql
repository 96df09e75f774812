-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "entitlements_media" ON "entitlements" USING btree ("media_id");
