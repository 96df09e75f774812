ALTER TABLE "users" ADD COLUMN "media_downloads" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "focal" jsonb;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "may_download" boolean;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "machine_captions" text[] DEFAULT '{}' NOT NULL;