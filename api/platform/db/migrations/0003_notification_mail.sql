ALTER TABLE "mails" ADD COLUMN "once" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "unsubscribe" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "mail_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once" ON "mails" USING btree ("once");--> statement-breakpoint
CREATE INDEX "notifications_mail_due" ON "notifications" USING btree ("mail_due_at") WHERE "notifications"."mail_due_at" is not null;