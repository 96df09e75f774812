CREATE TABLE "paid_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"fan_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"delivered_id" uuid,
	"price_cents" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"entry_id" uuid NOT NULL,
	"paid_entry_id" uuid,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "request_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"min_cents" integer,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "request_settings_bounds" CHECK ("request_settings"."min_cents" is null or "request_settings"."min_cents" between 100 and 20000)
);
--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "months" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "anonymous" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "message" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "paid_entry_id" uuid;--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "covers_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "covers_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "refund_reason" text;--> statement-breakpoint
ALTER TABLE "paid_requests" ADD CONSTRAINT "paid_requests_fan_id_users_id_fk" FOREIGN KEY ("fan_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paid_requests" ADD CONSTRAINT "paid_requests_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_settings" ADD CONSTRAINT "request_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "paid_requests_message" ON "paid_requests" USING btree ("message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "paid_requests_entry" ON "paid_requests" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "paid_requests_fan" ON "paid_requests" USING btree ("fan_id","id");--> statement-breakpoint
CREATE INDEX "paid_requests_creator" ON "paid_requests" USING btree ("creator_id","id");--> statement-breakpoint
CREATE INDEX "paid_requests_due" ON "paid_requests" USING btree ("due_at") WHERE "paid_requests"."state" in ('open', 'accepted');--> statement-breakpoint
CREATE UNIQUE INDEX "gifts_entry" ON "gifts" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "gifts_open" ON "gifts" USING btree ("expires_at") WHERE "gifts"."redeemed_at" is null and "gifts"."refunded_at" is null;