CREATE TABLE "fan_spending" (
	"creator_id" uuid NOT NULL,
	"fan_id" uuid NOT NULL,
	"spent_cents" bigint NOT NULL,
	CONSTRAINT "fan_spending_creator_id_fan_id_pk" PRIMARY KEY("creator_id","fan_id")
);
--> statement-breakpoint
CREATE INDEX "fan_spending_top" ON "fan_spending" USING btree ("creator_id","spent_cents","fan_id") WHERE "fan_spending"."spent_cents" > 0;--> statement-breakpoint
CREATE FUNCTION "sum_fan_spending"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "fan_spending" AS s ("creator_id", "fan_id", "spent_cents")
  SELECT e."counterparty_id", a."owner_id", -sum(p."amount_cents")
  FROM "posted" p
  JOIN "ledger_accounts" a ON a."id" = p."account_id" AND a."kind" = 'wallet'
  JOIN "ledger_entries" e ON e."id" = p."entry_id" AND e."counterparty_id" IS NOT NULL
  GROUP BY e."counterparty_id", a."owner_id"
  ON CONFLICT ("creator_id", "fan_id") DO UPDATE SET "spent_cents" = s."spent_cents" + excluded."spent_cents";
  RETURN NULL;
END $$;--> statement-breakpoint
-- Every writer holds the row of the fan's wallet, so that no two wait for each other at these rows.
CREATE TRIGGER "ledger_postings_sum" AFTER INSERT ON "ledger_postings" REFERENCING NEW TABLE AS "posted" FOR EACH STATEMENT EXECUTE FUNCTION "sum_fan_spending"();
