ALTER TABLE "agency_grants" ADD COLUMN "shifts" "int4multirange";--> statement-breakpoint
ALTER TABLE "agency_grants" ADD COLUMN "shift_zone" text;