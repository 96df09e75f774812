-- outside of a transaction
SET lock_timeout = '1s';--> statement-breakpoint
ALTER TABLE "post_drafts" ADD COLUMN IF NOT EXISTS "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN IF NOT EXISTS "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN IF NOT EXISTS "expires_at" timestamp with time zone;--> statement-breakpoint
SET lock_timeout = 0;--> statement-breakpoint
-- Profiles and feeds, without what is archived.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "posts_listed" ON "posts" USING btree ("author_id","published_at","id") WHERE "posts"."deleted_at" is null and "posts"."archived_at" is null;--> statement-breakpoint
-- An author's list of archived posts.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "posts_archived" ON "posts" USING btree ("author_id","published_at","id") WHERE "posts"."deleted_at" is null and ("posts"."archived_at" is not null or "posts"."expires_at" is not null);--> statement-breakpoint
-- The ends of posts in the calendar.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "posts_ends" ON "posts" USING btree ("author_id","expires_at","id") WHERE "posts"."deleted_at" is null and "posts"."expires_at" is not null;--> statement-breakpoint
-- The job that archives posts whose time is over.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "posts_expiring" ON "posts" USING btree ("expires_at") WHERE "posts"."deleted_at" is null and "posts"."archived_at" is null and "posts"."expires_at" is not null;
