CREATE TABLE "ledger_proofs" (
	"id" integer PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"found" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_proven_sums" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"sum_cents" bigint NOT NULL,
	"round" integer NOT NULL,
	"is_open" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger_checks" ADD COLUMN "is_whole" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "ledger_proven_sums_open" ON "ledger_proven_sums" USING btree ("account_id") WHERE "ledger_proven_sums"."is_open";