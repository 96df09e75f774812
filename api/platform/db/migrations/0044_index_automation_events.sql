-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "messages_paid" ON "messages" USING btree ("sender_id","created_at") WHERE "messages"."price_cents" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "purchases_creator" ON "purchases" USING btree ("creator_id","created_at");
