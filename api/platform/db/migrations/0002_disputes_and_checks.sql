CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"topup_id" uuid NOT NULL,
	"provider_ref" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text,
	"status" text DEFAULT 'open' NOT NULL,
	"withdrawn" boolean DEFAULT false NOT NULL,
	"outcome_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"asked_by" uuid,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"asking" text,
	"violations" jsonb,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "undone_sales" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"topup_id" uuid NOT NULL,
	"reversal_id" uuid NOT NULL,
	"media_ids" uuid[] DEFAULT '{}' NOT NULL,
	"redone_by" uuid
);
--> statement-breakpoint
ALTER TABLE "topups" ADD COLUMN "disputed_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_topup_id_topups_id_fk" FOREIGN KEY ("topup_id") REFERENCES "public"."topups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undone_sales" ADD CONSTRAINT "undone_sales_topup_id_topups_id_fk" FOREIGN KEY ("topup_id") REFERENCES "public"."topups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_provider_ref" ON "disputes" USING btree ("provider_ref");--> statement-breakpoint
CREATE INDEX "disputes_topup" ON "disputes" USING btree ("topup_id");--> statement-breakpoint
CREATE INDEX "disputes_queue" ON "disputes" USING btree ("status","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_checks_running" ON "ledger_checks" USING btree (("finished_at" is null)) WHERE "ledger_checks"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "undone_sales_topup" ON "undone_sales" USING btree ("topup_id");