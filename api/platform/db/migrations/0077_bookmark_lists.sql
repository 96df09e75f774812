-- outside of a transaction
SET lock_timeout = '1s';--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "bookmark_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bookmark_lists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action
);--> statement-breakpoint
ALTER TABLE "bookmarks" ADD COLUMN IF NOT EXISTS "list_id" uuid;--> statement-breakpoint
-- Dropped first, so that an upgrade that was cut off can run again.
ALTER TABLE "bookmarks" DROP CONSTRAINT IF EXISTS "bookmarks_list_id_bookmark_lists_id_fk", ADD CONSTRAINT "bookmarks_list_id_bookmark_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."bookmark_lists"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "bookmarks" VALIDATE CONSTRAINT "bookmarks_list_id_bookmark_lists_id_fk";--> statement-breakpoint
SET lock_timeout = 0;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "bookmark_lists_name" ON "bookmark_lists" USING btree ("user_id",lower("name"));--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bookmarks_of_list" ON "bookmarks" USING btree ("list_id","created_at","post_id") WHERE "bookmarks"."list_id" is not null;
