CREATE TABLE "creator_fans" (
	"creator_id" uuid NOT NULL,
	"fan_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"is_gone" boolean DEFAULT true NOT NULL,
	"blocked_at" timestamp with time zone,
	"has_blocked" boolean DEFAULT false NOT NULL,
	"follows_since" timestamp with time zone,
	"subscription_status" text,
	"subscribed_since" timestamp with time zone,
	"started_at" timestamp with time zone,
	"active_until" timestamp with time zone,
	"renews_at" timestamp with time zone,
	"price_cents" integer,
	"gifted_until" timestamp with time zone,
	"spent_cents" bigint DEFAULT 0 NOT NULL,
	"last_paid_at" timestamp with time zone,
	"since" timestamp with time zone,
	CONSTRAINT "creator_fans_creator_id_fan_id_pk" PRIMARY KEY("creator_id","fan_id")
);
--> statement-breakpoint
CREATE TABLE "fan_list_members" (
	"list_id" uuid NOT NULL,
	"fan_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fan_list_members_list_id_fan_id_pk" PRIMARY KEY("list_id","fan_id")
);
--> statement-breakpoint
CREATE TABLE "fan_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid NOT NULL,
	"name" text NOT NULL,
	"filter" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fan_spending" ADD COLUMN "last_paid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "fan_list_members" ADD CONSTRAINT "fan_list_members_list_id_fan_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."fan_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fan_list_members" ADD CONSTRAINT "fan_list_members_fan_id_users_id_fk" FOREIGN KEY ("fan_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fan_lists" ADD CONSTRAINT "fan_lists_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creator_fans_fan" ON "creator_fans" USING btree ("fan_id");--> statement-breakpoint
CREATE INDEX "creator_fans_since" ON "creator_fans" USING btree ("creator_id",coalesce("since", '1970-01-01 00:00+00'::timestamptz),"fan_id");--> statement-breakpoint
CREATE INDEX "creator_fans_spent" ON "creator_fans" USING btree ("creator_id","spent_cents","fan_id");--> statement-breakpoint
CREATE INDEX "creator_fans_paid" ON "creator_fans" USING btree ("creator_id",coalesce("last_paid_at", '1970-01-01 00:00+00'::timestamptz),"fan_id");--> statement-breakpoint
CREATE INDEX "creator_fans_renews" ON "creator_fans" USING btree ("creator_id",coalesce("renews_at", '9999-12-31 00:00+00'::timestamptz),"fan_id");--> statement-breakpoint
CREATE INDEX "creator_fans_name" ON "creator_fans" USING btree ("creator_id","name","fan_id");--> statement-breakpoint
CREATE INDEX "fan_list_members_fan" ON "fan_list_members" USING btree ("fan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fan_lists_name" ON "fan_lists" USING btree ("creator_id","name");--> statement-breakpoint
CREATE OR REPLACE FUNCTION "sum_fan_spending"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "fan_spending" AS s ("creator_id", "fan_id", "spent_cents", "last_paid_at")
  SELECT e."counterparty_id", a."owner_id", -sum(p."amount_cents"), max(e."created_at") FILTER (WHERE p."amount_cents" < 0)
  FROM "posted" p
  JOIN "ledger_accounts" a ON a."id" = p."account_id" AND a."kind" = 'wallet'
  JOIN "ledger_entries" e ON e."id" = p."entry_id" AND e."counterparty_id" IS NOT NULL
  GROUP BY e."counterparty_id", a."owner_id"
  ON CONFLICT ("creator_id", "fan_id") DO UPDATE SET "spent_cents" = s."spent_cents" + excluded."spent_cents",
    "last_paid_at" = greatest(s."last_paid_at", excluded."last_paid_at");
  RETURN NULL;
END $$;--> statement-breakpoint
-- What is searched and sorted of a fan's names, as `searchable` in api/platform/db/search.ts writes them.
CREATE FUNCTION "fan_name"(display_name text, username text) RETURNS text IMMUTABLE LANGUAGE sql AS $$
  SELECT translate(lower(coalesce(nullif(display_name, '') || ' ', '') || coalesce(username, '')),
    'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy')
$$;--> statement-breakpoint
-- Writes the rows of these creators and fans, pair by pair, from what is stored about them. Each row is locked before it
-- is read for, so that of two transactions that change facts of one fan the second sees what the first has written.
CREATE FUNCTION "refresh_creator_fans"(creators uuid[], fans uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "creator_fans" ("creator_id", "fan_id")
  SELECT DISTINCT c, f FROM unnest(creators, fans) AS p(c, f) ORDER BY 1, 2 ON CONFLICT DO NOTHING;
  PERFORM 1 FROM "creator_fans" k JOIN unnest(creators, fans) AS p(c, f) ON k."creator_id" = p.c AND k."fan_id" = p.f
  ORDER BY k."creator_id", k."fan_id" FOR UPDATE OF k;
  UPDATE "creator_fans" k SET
    "name" = "fan_name"(u."display_name", u."username"), "locale" = u."locale",
    "is_gone" = u."deleted_at" IS NOT NULL OR u."username" IS NULL,
    "blocked_at" = b."created_at", "has_blocked" = h."blocker_id" IS NOT NULL, "follows_since" = w."created_at",
    "subscription_status" = s."status", "subscribed_since" = s."since", "started_at" = s."started_at",
    "active_until" = s."active_until", "renews_at" = s."renews_at", "price_cents" = s."price_cents",
    "gifted_until" = (SELECT max(g."covers_until") FROM "gifts" g
      WHERE g."redeemed_by" = p.f AND g."creator_id" = p.c AND g."refunded_at" IS NULL),
    "spent_cents" = coalesce(m."spent_cents", 0), "last_paid_at" = m."last_paid_at",
    "since" = coalesce(least(w."created_at", s."since"), m."last_paid_at")
  FROM (SELECT DISTINCT c, f FROM unnest(creators, fans) AS x(c, f)) p
  JOIN "users" u ON u."id" = p.f
  LEFT JOIN "blocks" b ON b."blocker_id" = p.c AND b."blocked_id" = p.f
  LEFT JOIN "blocks" h ON h."blocker_id" = p.f AND h."blocked_id" = p.c
  LEFT JOIN "follows" w ON w."follower_id" = p.f AND w."user_id" = p.c
  LEFT JOIN "subscriptions" s ON s."fan_id" = p.f AND s."creator_id" = p.c
  LEFT JOIN "fan_spending" m ON m."creator_id" = p.c AND m."fan_id" = p.f
  WHERE k."creator_id" = p.c AND k."fan_id" = p.f;
END $$;--> statement-breakpoint
-- The triggers run at the commit, when a transaction waits for no other lock any more.
CREATE FUNCTION "refresh_creator_fan"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  it jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
BEGIN
  PERFORM "refresh_creator_fans"(ARRAY[(it ->> TG_ARGV[0])::uuid], ARRAY[(it ->> TG_ARGV[1])::uuid]);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "follows_creator_fan" AFTER INSERT OR DELETE ON "follows" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "refresh_creator_fan"('user_id', 'follower_id');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "blocks_creator_fan" AFTER INSERT OR DELETE ON "blocks" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "refresh_creator_fan"('blocker_id', 'blocked_id');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "blocks_fan_creator" AFTER INSERT OR DELETE ON "blocks" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "refresh_creator_fan"('blocked_id', 'blocker_id');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "subscriptions_creator_fan" AFTER INSERT OR DELETE OR UPDATE OF "status", "price_cents", "started_at", "since", "active_until", "renews_at" ON "subscriptions" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "refresh_creator_fan"('creator_id', 'fan_id');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "gifts_creator_fan" AFTER UPDATE OF "redeemed_by", "covers_until", "refunded_at" ON "gifts" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW."redeemed_by" IS NOT NULL) EXECUTE FUNCTION "refresh_creator_fan"('creator_id', 'redeemed_by');--> statement-breakpoint
-- A purchase changes two columns of a row that is mostly there already.
CREATE FUNCTION "pay_creator_fan"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "creator_fans" SET "spent_cents" = NEW."spent_cents", "last_paid_at" = NEW."last_paid_at",
    "since" = coalesce("since", NEW."last_paid_at")
  WHERE "creator_id" = NEW."creator_id" AND "fan_id" = NEW."fan_id";
  IF NOT FOUND THEN PERFORM "refresh_creator_fans"(ARRAY[NEW."creator_id"], ARRAY[NEW."fan_id"]); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "fan_spending_creator_fan" AFTER INSERT OR UPDATE ON "fan_spending" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "pay_creator_fan"();--> statement-breakpoint
CREATE FUNCTION "name_creator_fan"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "creator_fans" SET "name" = "fan_name"(NEW."display_name", NEW."username"), "locale" = NEW."locale",
    "is_gone" = NEW."deleted_at" IS NOT NULL OR NEW."username" IS NULL
  WHERE "fan_id" = NEW."id";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "users_creator_fan" AFTER UPDATE OF "username", "display_name", "locale", "deleted_at" ON "users" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
  (OLD."username", OLD."display_name", OLD."locale", OLD."deleted_at") IS DISTINCT FROM (NEW."username", NEW."display_name", NEW."locale", NEW."deleted_at")
) EXECUTE FUNCTION "name_creator_fan"();
