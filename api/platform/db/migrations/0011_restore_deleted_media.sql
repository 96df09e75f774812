ALTER TABLE "media" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "replaced" jsonb;