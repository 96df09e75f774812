-- outside of a transaction
-- What could not be read and is deleted after a while.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "media_failed" ON "media" USING btree ("created_at") WHERE "media"."state" = 'failed' and "media"."deleted_at" is null;
