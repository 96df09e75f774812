ALTER TABLE "chat_members" ADD COLUMN "takes_media" boolean;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "takes_subscriber_media" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "only_for" uuid;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "only_for" uuid;