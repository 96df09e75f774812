-- What was done in somebody's name, by staff, or with money is written once (PRODUCT 2, 26, 36): the database itself
-- refuses to change, delete or empty these tables, whoever asks. Accounts that are deleted keep their lines, which name
-- nobody: a line holds ids only.
CREATE FUNCTION "refuse_to_rewrite"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "agency_acts_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "agency_audit_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_to_rewrite"();--> statement-breakpoint
CREATE TRIGGER "staff_acts_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "staff_audit_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_to_rewrite"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_to_rewrite"();--> statement-breakpoint
CREATE TRIGGER "ledger_postings_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_postings" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_to_rewrite"();
