CREATE TABLE "backup_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"name" text NOT NULL,
	"rows" bigint,
	"objects" bigint,
	"failure" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "backup_checks_running" ON "backup_checks" USING btree (("finished_at" is null)) WHERE "backup_checks"."finished_at" is null;