CREATE TABLE "agency_audit_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"field" text NOT NULL,
	"before" text,
	"after" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "agency_audit_changes_entry" ON "agency_audit_changes" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "agency_audit_changes_subject" ON "agency_audit_changes" USING btree ("subject_id","id");