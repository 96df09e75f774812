CREATE TABLE "broadcast_drafts" (
	"creator_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"audience" text NOT NULL,
	"exclude" text[] NOT NULL,
	"content" text NOT NULL,
	"price_cents" integer,
	"media_ids" uuid[] NOT NULL,
	"preview_ids" uuid[] NOT NULL,
	"send_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "broadcast_drafts_creator_id_author_id_pk" PRIMARY KEY("creator_id","author_id")
);
--> statement-breakpoint
ALTER TABLE "broadcast_drafts" ADD CONSTRAINT "broadcast_drafts_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_drafts" ADD CONSTRAINT "broadcast_drafts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcast_drafts_author" ON "broadcast_drafts" USING btree ("author_id");