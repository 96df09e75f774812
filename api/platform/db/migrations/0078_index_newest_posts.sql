-- outside of a transaction
-- Search by words in the newest posts.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "posts_newest" ON "posts" USING btree ("published_at","id") WHERE "posts"."published_at" is not null;
