-- outside of a transaction
-- Whose digest is due, the longest ago first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "notification_habits_digests" ON "notification_habits" USING btree ("digest",coalesce("digested_at", '-infinity'),"user_id") WHERE "notification_habits"."digest" <> 'off';
