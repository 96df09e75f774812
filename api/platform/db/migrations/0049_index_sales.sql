-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "purchases_sold" ON "purchases" USING btree ("creator_id","created_at","object_kind","object_id","price_cents") WHERE "purchases"."refunded_at" is null;
