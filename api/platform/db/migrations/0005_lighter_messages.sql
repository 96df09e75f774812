ALTER TABLE "messages" DROP CONSTRAINT "messages_sender_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_receiver_id_users_id_fk";
--> statement-breakpoint
DROP INDEX "live_events_age";--> statement-breakpoint
CREATE INDEX "live_events_age" ON "live_events" USING brin ("created_at");