CREATE TABLE "upload_parts" (
	"upload_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "upload_parts_upload_id_position_pk" PRIMARY KEY("upload_id","position")
);
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "locked_by" uuid;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "locked_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "is_lock_wanted" boolean DEFAULT false NOT NULL;