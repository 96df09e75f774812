-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "undone_sales_redone" ON "undone_sales" USING btree ("redone_by") WHERE "undone_sales"."redone_by" is not null;
