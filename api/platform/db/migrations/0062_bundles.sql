CREATE TABLE "bundle_purchases" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"fan_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"months" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"covers_from" timestamp with time zone NOT NULL,
	"covers_until" timestamp with time zone NOT NULL,
	"refunded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bundles" (
	"creator_id" uuid NOT NULL,
	"months" integer NOT NULL,
	"percent" integer NOT NULL,
	CONSTRAINT "bundles_creator_id_months_pk" PRIMARY KEY("creator_id","months")
);
--> statement-breakpoint
ALTER TABLE "bundle_purchases" ADD CONSTRAINT "bundle_purchases_fan_id_users_id_fk" FOREIGN KEY ("fan_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_purchases" ADD CONSTRAINT "bundle_purchases_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bundle_purchases_pair" ON "bundle_purchases" USING btree ("fan_id","creator_id","covers_until") WHERE "bundle_purchases"."refunded_at" is null;