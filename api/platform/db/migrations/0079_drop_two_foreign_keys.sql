-- What a broadcast writes was looked up again for each copy: the broadcast, and the message of each attached media.
ALTER TABLE "broadcast_recipients" DROP CONSTRAINT IF EXISTS "broadcast_recipients_broadcast_id_broadcasts_id_fk";
--> statement-breakpoint
ALTER TABLE "message_media" DROP CONSTRAINT IF EXISTS "message_media_message_id_messages_id_fk";
