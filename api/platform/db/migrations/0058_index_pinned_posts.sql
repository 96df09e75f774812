-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "posts_pinned" ON "posts" USING btree ("author_id") WHERE "posts"."deleted_at" is null and "posts"."pinned_at" is not null;