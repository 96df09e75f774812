ALTER TABLE "broadcast_drafts" ADD COLUMN "list_id" uuid;--> statement-breakpoint
ALTER TABLE "broadcast_drafts" ADD COLUMN "choice" jsonb;--> statement-breakpoint
ALTER TABLE "broadcast_drafts" ADD COLUMN "again_of" uuid;--> statement-breakpoint
ALTER TABLE "broadcast_drafts" ADD COLUMN "skip_waiting" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "list_id" uuid;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "choice" jsonb;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "again_of" uuid;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "skip_waiting" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "left_out" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "broadcasts_per_week" integer DEFAULT 3 NOT NULL;