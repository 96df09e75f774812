-- outside of a transaction
CREATE TABLE IF NOT EXISTS "notification_marks" (
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"through" uuid NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notification_marks_user_id_type_pk" PRIMARY KEY("user_id","type")
);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "notifications_unread_kinds" ON "notifications" USING btree ("user_id","type","id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
-- The new one serves what the version before asks of the old one.
DROP INDEX CONCURRENTLY IF EXISTS "notifications_unread";