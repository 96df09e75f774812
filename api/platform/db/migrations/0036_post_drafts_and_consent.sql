CREATE TABLE "post_drafts" (
	"creator_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"visibility" text NOT NULL,
	"price_cents" integer,
	"media_ids" uuid[] NOT NULL,
	"preview_ids" uuid[] NOT NULL,
	"publish_at" timestamp with time zone,
	"comments_for" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "post_drafts_creator_id_author_id_pk" PRIMARY KEY("creator_id","author_id")
);
--> statement-breakpoint
ALTER TABLE "agency_grants" ADD COLUMN "allowed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "post_drafts" ADD CONSTRAINT "post_drafts_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_drafts" ADD CONSTRAINT "post_drafts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_drafts_author" ON "post_drafts" USING btree ("author_id");