-- What slips need to know of the transfers that people made in the bank. Run at every start; each statement may be
-- repeated.
select pg_advisory_xact_lock(hashtext('sandbox.schema'));

-- The receiver's name, as the sending bank prints it.
alter table sandbox.bank_transfer add column if not exists to_name text not null default '';
-- From when on the verifier knows the transfer; before, it says that it is still pending.
alter table sandbox.bank_transfer add column if not exists known_at timestamptz;
