-- outside of a transaction
-- A creator's monthly statement, in its order; the index of before is the beginning of this one.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ledger_entries_sales" ON "ledger_entries" USING btree ("counterparty_id","created_at","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "ledger_entries_counterparty";--> statement-breakpoint
-- The wallet history of one kind.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ledger_entries_kind" ON "ledger_entries" USING btree ("user_id","kind","created_at","id");--> statement-breakpoint
-- Feeds, bookmarks and profiles of a fan who has bought much: whether each post of the page is bought.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "purchases_bought" ON "purchases" USING btree ("buyer_id","object_id");--> statement-breakpoint
-- A like or a follow of a creator with many notifications, which is notified of once a day.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "notifications_once" ON "notifications" USING btree ("user_id","actor_id","created_at") WHERE "notifications"."type" in ('post_like', 'new_follower');--> statement-breakpoint
-- Who may act for a creator, each with their last action.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "agency_audit_entries_grant" ON "agency_audit_entries" USING btree ("grant_id","id") WHERE "agency_audit_entries"."grant_id" is not null;--> statement-breakpoint
-- The search of staff by the beginning of a name.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_name_begins" ON "users" USING btree (lower("display_name") text_pattern_ops);
