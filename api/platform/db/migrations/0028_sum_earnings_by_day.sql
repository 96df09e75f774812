CREATE TABLE "earnings_days" (
	"owner_id" uuid NOT NULL,
	"day" date NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_return" boolean NOT NULL,
	"gross_cents" bigint NOT NULL,
	"net_cents" bigint NOT NULL,
	CONSTRAINT "earnings_days_owner_id_day_account_id_kind_is_return_pk" PRIMARY KEY("owner_id","day","account_id","kind","is_return")
);
--> statement-breakpoint
CREATE TABLE "fan_spending_days" (
	"creator_id" uuid NOT NULL,
	"day" date NOT NULL,
	"fan_id" uuid NOT NULL,
	"spent_cents" bigint NOT NULL,
	CONSTRAINT "fan_spending_days_creator_id_day_fan_id_pk" PRIMARY KEY("creator_id","day","fan_id")
);
--> statement-breakpoint
-- A sale that a won dispute repeats came to what it did at first, whichever accounts the money is taken from.
CREATE FUNCTION "first_sale"("entry" uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  WITH RECURSIVE "sale" AS (
    SELECT $1 AS "id", 0 AS "depth"
    UNION ALL SELECT u."entry_id", s."depth" + 1 FROM "undone_sales" u JOIN "sale" s ON u."redone_by" = s."id"
  )
  SELECT "id" FROM "sale" ORDER BY "depth" DESC LIMIT 1
$$;--> statement-breakpoint
-- What entries came to for the creators in them; without "follow" a repeated sale counts for itself.
CREATE FUNCTION "earnings_of"("entries" uuid[], "follow" boolean)
RETURNS TABLE ("owner_id" uuid, "day" date, "account_id" uuid, "kind" text, "is_return" boolean, "gross" bigint, "net" bigint)
LANGUAGE sql STABLE AS $$
  SELECT e."counterparty_id", (e."created_at" AT TIME ZONE 'UTC')::date, n."account_id", coalesce(o."kind", e."kind"),
    e."reverses" IS NOT NULL, coalesce(g."cents", 0)::bigint, CASE WHEN e."reverses" IS NULL THEN n."cents" ELSE -n."cents" END::bigint
  FROM unnest($1) AS given("id") JOIN "ledger_entries" e ON e."id" = given."id"
  LEFT JOIN "ledger_entries" o ON o."id" = e."reverses"
  CROSS JOIN LATERAL (
    SELECT -sum(p."amount_cents") AS "cents" FROM "ledger_postings" p
    JOIN "ledger_accounts" a ON a."id" = p."account_id" AND a."kind" IN ('wallet', 'escrow') WHERE p."entry_id" = e."id"
  ) g
  CROSS JOIN LATERAL (
    SELECT p."account_id", sum(p."amount_cents") AS "cents" FROM "ledger_postings" p
    JOIN "ledger_accounts" a ON a."id" = p."account_id" AND a."kind" = 'pending'
    WHERE p."entry_id" = CASE WHEN $2 THEN "first_sale"(coalesce(e."reverses", e."id")) ELSE coalesce(e."reverses", e."id") END
    GROUP BY p."account_id"
  ) n
  WHERE e."counterparty_id" IS NOT NULL
    AND e."kind" IN ('subscription', 'renewal', 'unlock', 'post', 'tip', 'gift', 'request', 'refund', 'chargeback')
$$;--> statement-breakpoint
CREATE FUNCTION "sum_days"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A sale has all it takes in the postings themselves.
  WITH "moved" AS MATERIALIZED (
    SELECT p."entry_id", p."account_id", p."amount_cents", a."kind" AS "account", a."owner_id", e."counterparty_id", e."kind",
      e."reverses", (e."created_at" AT TIME ZONE 'UTC')::date AS "day"
    FROM "posted" p JOIN "ledger_accounts" a ON a."id" = p."account_id" JOIN "ledger_entries" e ON e."id" = p."entry_id"
  ), "spent" AS (
    INSERT INTO "fan_spending_days" AS s ("creator_id", "day", "fan_id", "spent_cents")
    SELECT m."counterparty_id", m."day", m."owner_id", -sum(m."amount_cents") FROM "moved" m
    WHERE m."account" = 'wallet' AND m."counterparty_id" IS NOT NULL GROUP BY 1, 2, 3
    ON CONFLICT ("creator_id", "day", "fan_id") DO UPDATE SET "spent_cents" = s."spent_cents" + excluded."spent_cents"
  )
  INSERT INTO "earnings_days" AS d ("owner_id", "day", "account_id", "kind", "is_return", "gross_cents", "net_cents")
  SELECT s."owner_id", s."day", s."account_id", s."kind", false, sum(s."gross"), sum(s."net") FROM (
    SELECT m."counterparty_id" AS "owner_id", m."day", m."account_id", m."kind", m."amount_cents" AS "net", (
      SELECT coalesce(-sum(g."amount_cents"), 0) FROM "moved" g
      WHERE g."entry_id" = m."entry_id" AND g."account" IN ('wallet', 'escrow')) AS "gross"
    FROM "moved" m WHERE m."account" = 'pending' AND m."reverses" IS NULL AND m."counterparty_id" IS NOT NULL
      AND m."kind" IN ('subscription', 'renewal', 'unlock', 'post', 'tip', 'gift', 'request')
    UNION ALL
    SELECT m."owner_id", m."day", m."account_id", 'referral', m."amount_cents", 0
    FROM "moved" m WHERE m."account" = 'referral' AND m."amount_cents" > 0
  ) s GROUP BY 1, 2, 3, 4
  ON CONFLICT ("owner_id", "day", "account_id", "kind", "is_return") DO UPDATE
    SET "gross_cents" = d."gross_cents" + excluded."gross_cents", "net_cents" = d."net_cents" + excluded."net_cents";
  -- A return is the sale with its signs turned, which is looked up.
  IF EXISTS (SELECT FROM "posted" p JOIN "ledger_entries" e ON e."id" = p."entry_id" WHERE e."reverses" IS NOT NULL) THEN
    INSERT INTO "earnings_days" AS d ("owner_id", "day", "account_id", "kind", "is_return", "gross_cents", "net_cents")
    SELECT s."owner_id", s."day", s."account_id", s."kind", s."is_return", sum(s."gross"), sum(s."net")
    FROM "earnings_of"((SELECT array_agg(DISTINCT "entry_id") FROM "posted"), true) s
    WHERE s."is_return" GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT ("owner_id", "day", "account_id", "kind", "is_return") DO UPDATE
      SET "gross_cents" = d."gross_cents" + excluded."gross_cents", "net_cents" = d."net_cents" + excluded."net_cents";
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Every writer holds the row of the account that a sale came into, so that no two wait for each other at these rows.
CREATE TRIGGER "ledger_postings_sum_days" AFTER INSERT ON "ledger_postings" REFERENCING NEW TABLE AS "posted" FOR EACH STATEMENT EXECUTE FUNCTION "sum_days"();--> statement-breakpoint
-- A repeated sale is known as one only after its postings: what they counted for gives way to what the first sale came to.
CREATE FUNCTION "sum_repeated_sale"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "earnings_days" AS d ("owner_id", "day", "account_id", "kind", "is_return", "gross_cents", "net_cents")
  SELECT s."owner_id", s."day", s."account_id", s."kind", s."is_return", sum(s."gross"), sum(s."net") FROM (
    SELECT * FROM "earnings_of"(ARRAY[NEW."redone_by"], true)
    UNION ALL
    SELECT "owner_id", "day", "account_id", "kind", "is_return", -"gross", -"net" FROM "earnings_of"(ARRAY[NEW."redone_by"], false)
  ) s GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT ("owner_id", "day", "account_id", "kind", "is_return") DO UPDATE
    SET "gross_cents" = d."gross_cents" + excluded."gross_cents", "net_cents" = d."net_cents" + excluded."net_cents";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "undone_sales_sum_days" AFTER UPDATE OF "redone_by" ON "undone_sales" FOR EACH ROW WHEN (NEW."redone_by" IS NOT NULL AND OLD."redone_by" IS NULL) EXECUTE FUNCTION "sum_repeated_sale"();
