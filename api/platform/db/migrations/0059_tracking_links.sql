CREATE TABLE "tracking_link_days" (
	"link_id" uuid NOT NULL,
	"day" date NOT NULL,
	"shard" integer NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"fans" integer DEFAULT 0 NOT NULL,
	"follows" integer DEFAULT 0 NOT NULL,
	"subscriptions" integer DEFAULT 0 NOT NULL,
	"gross_cents" bigint DEFAULT 0 NOT NULL,
	"net_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "tracking_link_days_link_id_day_shard_pk" PRIMARY KEY("link_id","day","shard")
);
--> statement-breakpoint
CREATE TABLE "tracking_link_fans" (
	"creator_id" uuid NOT NULL,
	"fan_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"followed_at" timestamp with time zone,
	"subscribed_at" timestamp with time zone,
	CONSTRAINT "tracking_link_fans_creator_id_fan_id_pk" PRIMARY KEY("creator_id","fan_id")
);
--> statement-breakpoint
CREATE TABLE "tracking_link_sums" (
	"link_id" uuid NOT NULL,
	"shard" integer NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"fans" integer DEFAULT 0 NOT NULL,
	"follows" integer DEFAULT 0 NOT NULL,
	"subscriptions" integer DEFAULT 0 NOT NULL,
	"gross_cents" bigint DEFAULT 0 NOT NULL,
	"net_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "tracking_link_sums_link_id_shard_pk" PRIMARY KEY("link_id","shard")
);
--> statement-breakpoint
CREATE TABLE "tracking_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"cost_cents" integer DEFAULT 0 NOT NULL,
	"list_id" uuid,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tracking_link_days" ADD CONSTRAINT "tracking_link_days_link_id_tracking_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."tracking_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_link_fans" ADD CONSTRAINT "tracking_link_fans_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_link_fans" ADD CONSTRAINT "tracking_link_fans_fan_id_users_id_fk" FOREIGN KEY ("fan_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_link_fans" ADD CONSTRAINT "tracking_link_fans_link_id_tracking_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."tracking_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_link_sums" ADD CONSTRAINT "tracking_link_sums_link_id_tracking_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."tracking_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_links" ADD CONSTRAINT "tracking_links_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_links" ADD CONSTRAINT "tracking_links_list_id_fan_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."fan_lists"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tracking_link_fans_link" ON "tracking_link_fans" USING btree ("link_id","fan_id");--> statement-breakpoint
CREATE INDEX "tracking_link_fans_fan" ON "tracking_link_fans" USING btree ("fan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tracking_links_code" ON "tracking_links" USING btree ("code");--> statement-breakpoint
CREATE INDEX "tracking_links_creator" ON "tracking_links" USING btree ("creator_id","id");--> statement-breakpoint
CREATE INDEX "tracking_links_list" ON "tracking_links" USING btree ("list_id");--> statement-breakpoint
CREATE FUNCTION "sum_tracking_link_days"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "tracking_link_sums" AS s ("link_id", "shard", "visits", "fans", "follows", "subscriptions", "gross_cents", "net_cents")
  VALUES (NEW."link_id", NEW."shard", NEW."visits" - coalesce(OLD."visits", 0), NEW."fans" - coalesce(OLD."fans", 0),
    NEW."follows" - coalesce(OLD."follows", 0), NEW."subscriptions" - coalesce(OLD."subscriptions", 0),
    NEW."gross_cents" - coalesce(OLD."gross_cents", 0), NEW."net_cents" - coalesce(OLD."net_cents", 0))
  ON CONFLICT ("link_id", "shard") DO UPDATE SET "visits" = s."visits" + excluded."visits", "fans" = s."fans" + excluded."fans",
    "follows" = s."follows" + excluded."follows", "subscriptions" = s."subscriptions" + excluded."subscriptions",
    "gross_cents" = s."gross_cents" + excluded."gross_cents", "net_cents" = s."net_cents" + excluded."net_cents";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "tracking_link_days_sum" AFTER INSERT OR UPDATE ON "tracking_link_days" FOR EACH ROW EXECUTE FUNCTION "sum_tracking_link_days"();--> statement-breakpoint
-- Fans are counted at the commit, so that the row of the day is held for a moment only.
CREATE FUNCTION "count_tracking_link_fan"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "tracking_link_days" AS d ("link_id", "day", "shard", "fans", "follows")
  VALUES (NEW."link_id", (NEW."since" AT TIME ZONE 'UTC')::date, abs(hashtext(NEW."fan_id"::text) % 8), 1, (NEW."followed_at" IS NOT NULL)::int)
  ON CONFLICT ("link_id", "day", "shard") DO UPDATE SET "fans" = d."fans" + 1, "follows" = d."follows" + excluded."follows";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "tracking_link_fans_count" AFTER INSERT ON "tracking_link_fans" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "count_tracking_link_fan"();--> statement-breakpoint
CREATE FUNCTION "count_tracking_link_subscription"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  link uuid;
BEGIN
  UPDATE "tracking_link_fans" SET "subscribed_at" = NEW."created_at"
  WHERE "creator_id" = NEW."creator_id" AND "fan_id" = NEW."fan_id" AND "subscribed_at" IS NULL RETURNING "link_id" INTO link;
  IF FOUND THEN
    INSERT INTO "tracking_link_days" AS d ("link_id", "day", "shard", "subscriptions")
    VALUES (link, (NEW."created_at" AT TIME ZONE 'UTC')::date, abs(hashtext(NEW."fan_id"::text) % 8), 1)
    ON CONFLICT ("link_id", "day", "shard") DO UPDATE SET "subscriptions" = d."subscriptions" + 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "subscription_events_tracking_link" AFTER INSERT ON "subscription_events" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW."kind" = 'new') EXECUTE FUNCTION "count_tracking_link_subscription"();--> statement-breakpoint
-- What entries came to for the links by which the fans in them came: sales since then, and the returns of such sales.
-- Without "follow" a sale that a won dispute repeats counts for itself (see "earnings_of").
CREATE FUNCTION "tracking_link_revenue_of"("entries" uuid[], "follow" boolean)
RETURNS TABLE ("link_id" uuid, "day" date, "shard" integer, "gross" bigint, "net" bigint) LANGUAGE sql STABLE AS $$
  SELECT f."link_id", x."day", abs(hashtext(f."fan_id"::text) % 8), sum(x."gross")::bigint, sum(x."net")::bigint
  FROM unnest($1) AS given("id") JOIN "ledger_entries" e ON e."id" = given."id"
  LEFT JOIN "ledger_entries" o ON o."id" = e."reverses"
  JOIN "tracking_link_fans" f ON f."creator_id" = e."counterparty_id" AND f."fan_id" = coalesce(o."user_id", e."user_id")
  CROSS JOIN LATERAL (SELECT CASE WHEN $2 OR o."id" IS NOT NULL THEN "first_sale"(coalesce(o."id", e."id")) ELSE e."id" END AS "id") t
  JOIN "ledger_entries" s ON s."id" = t."id" AND s."created_at" >= f."since"
  CROSS JOIN LATERAL "earnings_of"(ARRAY[e."id"], $2 OR o."id" IS NOT NULL) x
  GROUP BY 1, 2, 3
$$;--> statement-breakpoint
-- The rows of several fans are taken in one order, so that no two statements wait for each other.
CREATE FUNCTION "sum_tracking_link_revenue"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entries uuid[] := (
    SELECT array_agg(DISTINCT e."id") FROM (SELECT DISTINCT "entry_id" FROM "posted") p JOIN "ledger_entries" e ON e."id" = p."entry_id"
    LEFT JOIN "ledger_entries" o ON o."id" = e."reverses"
    JOIN "tracking_link_fans" f ON f."creator_id" = e."counterparty_id" AND f."fan_id" = coalesce(o."user_id", e."user_id"));
BEGIN
  IF entries IS NOT NULL THEN
    INSERT INTO "tracking_link_days" AS d ("link_id", "day", "shard", "gross_cents", "net_cents")
    SELECT r."link_id", r."day", r."shard", r."gross", r."net" FROM "tracking_link_revenue_of"(entries, false) r ORDER BY 1, 2, 3
    ON CONFLICT ("link_id", "day", "shard") DO UPDATE
      SET "gross_cents" = d."gross_cents" + excluded."gross_cents", "net_cents" = d."net_cents" + excluded."net_cents";
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_postings_sum_tracking_links" AFTER INSERT ON "ledger_postings" REFERENCING NEW TABLE AS "posted" FOR EACH STATEMENT EXECUTE FUNCTION "sum_tracking_link_revenue"();--> statement-breakpoint
-- As "sum_repeated_sale" does: what a repeated sale counted for gives way to what the first one came to.
CREATE FUNCTION "sum_repeated_tracking_link_sale"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "tracking_link_days" AS d ("link_id", "day", "shard", "gross_cents", "net_cents")
  SELECT r."link_id", r."day", r."shard", sum(r."gross"), sum(r."net") FROM (
    SELECT * FROM "tracking_link_revenue_of"(ARRAY[NEW."redone_by"], true)
    UNION ALL
    SELECT "link_id", "day", "shard", -"gross", -"net" FROM "tracking_link_revenue_of"(ARRAY[NEW."redone_by"], false)
  ) r GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT ("link_id", "day", "shard") DO UPDATE
    SET "gross_cents" = d."gross_cents" + excluded."gross_cents", "net_cents" = d."net_cents" + excluded."net_cents";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "undone_sales_sum_tracking_links" AFTER UPDATE OF "redone_by" ON "undone_sales" FOR EACH ROW WHEN (NEW."redone_by" IS NOT NULL AND OLD."redone_by" IS NULL) EXECUTE FUNCTION "sum_repeated_tracking_link_sale"();
