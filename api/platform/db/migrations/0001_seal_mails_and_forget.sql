ALTER TABLE "mails" ADD COLUMN "sealed" text;--> statement-breakpoint
CREATE INDEX "known_devices_seen" ON "known_devices" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "human_checks_expiry" ON "human_checks" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mails_unsent" ON "mails" USING btree ("created_at") WHERE "mails"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "provider_events_age" ON "provider_events" USING btree ("created_at");