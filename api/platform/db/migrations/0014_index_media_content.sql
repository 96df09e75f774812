-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "media_content" ON "media" USING btree ("owner_id","content_hash") WHERE "media"."content_hash" is not null and "media"."deleted_at" is null;--> statement-breakpoint
-- What people keep already; here, because it reads a table that nodes write to meanwhile.
INSERT INTO "vault_usage" ("owner_id", "bytes") SELECT "owner_id", sum("bytes") FROM "media" WHERE "purged_at" IS NULL GROUP BY "owner_id" ON CONFLICT DO NOTHING;
