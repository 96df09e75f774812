-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "agency_claims_held" ON "agency_claims" USING btree ("operator_id","until") WHERE "agency_claims"."operator_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "chat_members_pinned" ON "chat_members" USING btree ("user_id","as_creator","pinned_at") WHERE "chat_members"."pinned_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "chat_members_snoozed" ON "chat_members" USING btree ("user_id","as_creator","snoozed_until") WHERE "chat_members"."snoozed_until" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "paid_requests_open" ON "paid_requests" USING btree ("creator_id","fan_id") WHERE "paid_requests"."state" in ('open', 'accepted');