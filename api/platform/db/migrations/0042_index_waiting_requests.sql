-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "paid_requests_waiting" ON "paid_requests" USING btree ("creator_id","due_at","id") WHERE "paid_requests"."state" in ('open', 'accepted');
