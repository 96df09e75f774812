ALTER TABLE "mails" ADD COLUMN "sealed" text;
