DROP INDEX "comments_post";--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "has_poster" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "comments_page" ON "comments" USING btree ("post_id","id") WHERE "comments"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "posts_scheduled" ON "posts" USING btree ("published_at") WHERE "posts"."deleted_at" is null and "posts"."published_at" > "posts"."created_at";