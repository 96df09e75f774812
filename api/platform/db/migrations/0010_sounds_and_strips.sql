ALTER TABLE "media" ADD COLUMN "making" jsonb;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "poster_at_ms" integer;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "waveform" integer[];