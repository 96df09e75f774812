CREATE TABLE "post_bells" (
	"user_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"is_on" boolean NOT NULL,
	CONSTRAINT "post_bells_user_id_creator_id_pk" PRIMARY KEY("user_id","creator_id")
);
--> statement-breakpoint
CREATE TABLE "waiting_pushes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"tag" text NOT NULL,
	"setting" text NOT NULL,
	"kind" text NOT NULL,
	"thing_id" uuid NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification_habits" ADD COLUMN "digest_waits_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notification_habits" ADD COLUMN "quiet_from" text;--> statement-breakpoint
ALTER TABLE "notification_habits" ADD COLUMN "quiet_to" text;--> statement-breakpoint
ALTER TABLE "notification_habits" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "post_bells" ADD CONSTRAINT "post_bells_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_bells" ADD CONSTRAINT "post_bells_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_pushes" ADD CONSTRAINT "waiting_pushes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_bells_on" ON "post_bells" USING btree ("creator_id","user_id") WHERE "post_bells"."is_on";--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_pushes_tag" ON "waiting_pushes" USING btree ("user_id","tag");--> statement-breakpoint
CREATE INDEX "waiting_pushes_due" ON "waiting_pushes" USING btree ("due_at");