-- outside of a transaction
-- A creator's figures by message.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "messages_paid_alone" ON "messages" USING btree ("sender_id","created_at","id") WHERE "messages"."price_cents" is not null and "messages"."broadcast_id" is null;