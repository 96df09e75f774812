CREATE TABLE "automation_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"automation_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"fan_id" uuid NOT NULL,
	"key" text NOT NULL,
	"decision" text NOT NULL,
	"message_id" uuid,
	"event_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "automations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid NOT NULL,
	"operator_id" uuid,
	"trigger" text NOT NULL,
	"delay_hours" integer DEFAULT 0 NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"price_cents" integer,
	"media_ids" uuid[] DEFAULT '{}' NOT NULL,
	"preview_ids" uuid[] DEFAULT '{}' NOT NULL,
	"list_id" uuid,
	"per_day" integer NOT NULL,
	"is_welcome" boolean DEFAULT false NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"enabled_at" timestamp with time zone,
	"scanned_to" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_automation_id_automations_id_fk" FOREIGN KEY ("automation_id") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "automation_runs_once" ON "automation_runs" USING btree ("automation_id","fan_id","key");--> statement-breakpoint
CREATE INDEX "automation_runs_creator" ON "automation_runs" USING btree ("creator_id","id");--> statement-breakpoint
CREATE INDEX "automation_runs_log" ON "automation_runs" USING btree ("automation_id","id");--> statement-breakpoint
CREATE INDEX "automation_runs_figures" ON "automation_runs" USING btree ("automation_id","decided_at","decision");--> statement-breakpoint
CREATE INDEX "automation_runs_fan" ON "automation_runs" USING btree ("fan_id","creator_id","decided_at");--> statement-breakpoint
CREATE INDEX "automation_runs_message" ON "automation_runs" USING btree ("message_id") WHERE "automation_runs"."message_id" is not null;--> statement-breakpoint
CREATE INDEX "automations_creator" ON "automations" USING btree ("creator_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "automations_welcome" ON "automations" USING btree ("creator_id") WHERE "automations"."is_welcome";--> statement-breakpoint
CREATE INDEX "automations_enabled" ON "automations" USING btree ("trigger","creator_id") WHERE "automations"."enabled";--> statement-breakpoint
-- The welcome message is one of them; it begins with who subscribes from now on.
INSERT INTO "automations" ("id","creator_id","trigger","content","per_day","is_welcome","enabled","enabled_at","created_at","updated_at")
SELECT gen_random_uuid(), "user_id", 'subscribe', "content", 10000, true, "enabled", CASE WHEN "enabled" THEN now() END, "updated_at", "updated_at"
FROM "welcome_messages" WHERE "content" <> '';
