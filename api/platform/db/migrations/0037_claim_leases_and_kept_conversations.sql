ALTER TABLE "agency_claims" ADD COLUMN "until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_members" ADD COLUMN "pinned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_members" ADD COLUMN "snoozed_until" timestamp with time zone;