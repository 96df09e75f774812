-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "agency_members_by_rank" ON "agency_members" USING btree ("agency_id",array_position(array['owner', 'admin', 'supervisor', 'operator'], "role"),"id") WHERE "agency_members"."ended_at" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "messages_by_operator" ON "messages" USING btree ("operator_id","created_at","id") WHERE "messages"."operator_id" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "agency_members_by_role";