CREATE TABLE "agency_reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agency_id" uuid NOT NULL,
	"reviewer_id" uuid NOT NULL,
	"operator_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"fan_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"score" integer NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "agency_reviews" ADD CONSTRAINT "agency_reviews_agency_id_agencies_id_fk" FOREIGN KEY ("agency_id") REFERENCES "public"."agencies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agency_reviews" ADD CONSTRAINT "agency_reviews_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agency_reviews" ADD CONSTRAINT "agency_reviews_operator_id_users_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agency_reviews" ADD CONSTRAINT "agency_reviews_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agency_reviews" ADD CONSTRAINT "agency_reviews_fan_id_users_id_fk" FOREIGN KEY ("fan_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "agency_reviews_once" ON "agency_reviews" USING btree ("reviewer_id","message_id","agency_id");--> statement-breakpoint
CREATE INDEX "agency_reviews_agency" ON "agency_reviews" USING btree ("agency_id","id");--> statement-breakpoint
CREATE INDEX "agency_reviews_operator" ON "agency_reviews" USING btree ("operator_id","agency_id","id");--> statement-breakpoint
CREATE INDEX "agency_reviews_creator" ON "agency_reviews" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "agency_reviews_fan" ON "agency_reviews" USING btree ("fan_id");