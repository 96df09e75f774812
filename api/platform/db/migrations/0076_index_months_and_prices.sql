-- outside of a transaction
-- A creator's messages for sale to one fan, the dearest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "messages_paid_by_price" ON "messages" USING btree ("sender_id","price_cents","id") WHERE "messages"."price_cents" is not null and "messages"."broadcast_id" is null;--> statement-breakpoint
-- The months of a vault.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "media_in_vault" ON "media" USING btree ("owner_id","created_at","id") WHERE "media"."only_for" is null and "media"."deleted_at" is null;--> statement-breakpoint
-- The refunds of a monthly statement.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ledger_entries_returned" ON "ledger_entries" USING btree ("counterparty_id","created_at","id") WHERE "ledger_entries"."reverses" is not null;
