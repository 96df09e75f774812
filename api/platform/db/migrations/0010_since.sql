ALTER TABLE "subscriptions" ADD COLUMN "since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- What runs began when its trial was taken, else when its months do.
UPDATE "subscriptions" s SET "since" = least(s."started_at", coalesce((
  SELECT max(r."created_at") FROM "offer_redemptions" r JOIN "offer_links" o ON o."id" = r."link_id"
  WHERE r."fan_id" = s."fan_id" AND o."creator_id" = s."creator_id" AND o."kind" = 'trial'
    AND r."created_at" + o."days" * interval '1 day' >= s."started_at"), s."started_at"));--> statement-breakpoint
CREATE INDEX "users_referred" ON "users" USING btree ("referred_by","created_at") WHERE "users"."referred_by" is not null;--> statement-breakpoint
CREATE INDEX "gifts_accepted" ON "gifts" USING btree ("redeemed_by","creator_id") WHERE "gifts"."redeemed_by" is not null;--> statement-breakpoint
CREATE INDEX "subscription_events_fan" ON "subscription_events" USING btree ("fan_id","creator_id");--> statement-breakpoint
CREATE INDEX "subscriptions_newest" ON "subscriptions" USING btree ("creator_id","since","id");