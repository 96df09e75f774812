ALTER TABLE "users" ADD COLUMN "photos_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "videos_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "sounds_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "unlocks_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "posts" p SET "unlocks_count" = x.bought FROM (SELECT "object_id", count(*)::int AS bought FROM "purchases" WHERE "object_kind" = 'post' AND "refunded_at" IS NULL GROUP BY "object_id") x WHERE p."id" = x."object_id";
--> statement-breakpoint
UPDATE "users" u SET "photos_count" = x.photos, "videos_count" = x.videos, "sounds_count" = x.sounds FROM (SELECT p."author_id", count(DISTINCT m."id") FILTER (WHERE m."type" = 'IMAGE')::int AS photos, count(DISTINCT m."id") FILTER (WHERE m."type" = 'VIDEO')::int AS videos, count(DISTINCT m."id") FILTER (WHERE m."type" = 'SOUND')::int AS sounds FROM "posts" p JOIN "post_media" pm ON pm."post_id" = p."id" JOIN "media" m ON m."id" = pm."media_id" AND m."deleted_at" IS NULL WHERE p."deleted_at" IS NULL AND p."published_at" <= now() GROUP BY p."author_id") x WHERE u."id" = x."author_id";
