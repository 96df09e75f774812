CREATE TABLE "album_posts" (
	"album_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "album_posts_album_id_post_id_pk" PRIMARY KEY("album_id","post_id")
);
--> statement-breakpoint
CREATE TABLE "albums" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	"posts_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "album_posts" ADD CONSTRAINT "album_posts_album_id_albums_id_fk" FOREIGN KEY ("album_id") REFERENCES "public"."albums"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "album_posts" ADD CONSTRAINT "album_posts_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "albums" ADD CONSTRAINT "albums_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "album_posts_order" ON "album_posts" USING btree ("album_id","position","post_id");--> statement-breakpoint
CREATE INDEX "album_posts_post" ON "album_posts" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "albums_own" ON "albums" USING btree ("creator_id","position","id");--> statement-breakpoint
CREATE INDEX "albums_shown" ON "albums" USING btree ("creator_id","position","id") WHERE "albums"."posts_count" > 0;