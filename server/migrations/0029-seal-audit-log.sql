-- The audit log is sealed in the chain of the ledger (rules.md §1.7): who changes what people decided has to change every
-- later seal of the books as well. A seal may cover journals, rows of the audit log, or both, so it has an id of its own.
alter table seals drop constraint seals_pkey;
alter table seals drop constraint seals_to_journal_id_key;
alter table seals drop constraint seals_check;
alter table seals
  add column id bigint generated always as identity primary key,
  -- the last row of the audit log that this seal or one before it covers; null: none was written yet
  add column audit_through_id bigint,
  -- SHA-256, hex, over the value before it and the canonical text of the rows in between in id order; part of `sha256`
  add column audit_sha256 text,
  add constraint seals_range_check check (to_journal_id >= from_journal_id - 1),
  add constraint seals_audit_check check ((audit_through_id is null) = (audit_sha256 is null));
create index seals_to_journal_id on seals (to_journal_id);

-- Writers hold the gate of the audit log until they commit, so that a seal leaves no row out that commits late.
create function audit_log_enter() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7201005);
  return null;
end $$;
create trigger audit_log_gate before insert on audit_log for each statement execute function audit_log_enter();

-- The last row below which nothing can be committed any more, as `ledger_cut` for journals.
create function audit_log_cut() returns bigint language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7201005);
  return coalesce((select max(id) from audit_log), 0);
end $$;
