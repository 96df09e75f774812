ALTER TABLE "agencies" ADD COLUMN "restricted_words" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "agencies" ADD COLUMN "asks_above_cents" integer;