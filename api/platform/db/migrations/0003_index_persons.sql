-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "known_devices_seen" ON "known_devices" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "agency_audit_entries_actor" ON "agency_audit_entries" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "agency_claims_creator" ON "agency_claims" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "agency_claims_fan" ON "agency_claims" USING btree ("fan_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "agency_claims_operator" ON "agency_claims" USING btree ("operator_id") WHERE "agency_claims"."operator_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "agency_invitations_inviter" ON "agency_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "chat_members_other" ON "chat_members" USING btree ("other_id","user_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "fan_notes_fan" ON "fan_notes" USING btree ("fan_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "message_likes_user" ON "message_likes" USING btree ("user_id","message_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "messages_sender" ON "messages" USING btree ("sender_id","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "messages_receiver" ON "messages" USING btree ("receiver_id","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "human_checks_expiry" ON "human_checks" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_unsent" ON "mails" USING btree ("created_at") WHERE "mails"."sent_at" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "uploads_own" ON "uploads" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "comments_author" ON "comments" USING btree ("author_id","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "post_likes_user" ON "post_likes" USING btree ("user_id","post_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "posts_own" ON "posts" USING btree ("author_id","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reports_reporter" ON "reports" USING btree ("reporter_id") WHERE "reports"."reporter_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reports_email" ON "reports" USING btree ("email") WHERE "reports"."email" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "provider_events_age" ON "provider_events" USING btree ("created_at");
