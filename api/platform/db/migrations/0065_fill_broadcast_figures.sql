-- outside of a transaction
-- The broadcasts of before the triggers, one after the other: its eight rows are locked, so that what is opened or sold
-- meanwhile waits for a moment and is added afterwards, and it is counted whole. May be repeated.
DO $$
DECLARE
  last uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  LOOP
    SELECT b."id" INTO last FROM "broadcasts" b WHERE b."id" > last ORDER BY b."id" LIMIT 1;
    EXIT WHEN NOT FOUND;
    INSERT INTO "broadcast_figures" AS f ("broadcast_id", "shard") SELECT last, s FROM generate_series(0, 7) s
    ON CONFLICT ("broadcast_id", "shard") DO UPDATE SET "opened" = f."opened";
    UPDATE "broadcast_figures" f SET "opened" = CASE WHEN f."shard" = 0 THEN x."opened" ELSE 0 END,
      "unlocked" = CASE WHEN f."shard" = 0 THEN x."unlocked" ELSE 0 END,
      "earned_cents" = CASE WHEN f."shard" = 0 THEN x."cents" ELSE 0 END
    FROM (
      SELECT count(m."read_at")::integer AS "opened", coalesce(sum(p."unlocked"), 0)::integer AS "unlocked", coalesce(sum(p."cents"), 0)::bigint AS "cents"
      FROM "messages" m CROSS JOIN LATERAL (
        SELECT count(*) AS "unlocked", sum(b."price_cents") AS "cents" FROM "purchases" b
        WHERE b."object_kind" = 'message' AND b."object_id" = m."id" AND b."refunded_at" IS NULL
      ) p WHERE m."broadcast_id" = last
    ) x WHERE f."broadcast_id" = last;
    COMMIT;
  END LOOP;
END $$;