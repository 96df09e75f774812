CREATE TABLE "message_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"content" text NOT NULL,
	"media_ids" uuid[] NOT NULL,
	"preview_ids" uuid[] NOT NULL,
	"price_cents" integer,
	"saved_reply_id" uuid,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_drafts" ADD CONSTRAINT "message_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_drafts" ADD CONSTRAINT "message_drafts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_drafts" ADD CONSTRAINT "message_drafts_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "message_drafts_of" ON "message_drafts" USING btree ("user_id","author_id","other_id");--> statement-breakpoint
CREATE INDEX "message_drafts_latest" ON "message_drafts" USING btree ("user_id","author_id","updated_at");--> statement-breakpoint
CREATE INDEX "message_drafts_author" ON "message_drafts" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "message_drafts_other" ON "message_drafts" USING btree ("other_id");