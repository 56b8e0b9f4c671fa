-- Money of two currencies: baht, and kip in the Lao build. Run at every start; each statement may be repeated.
select pg_advisory_xact_lock(hashtext('sandbox.schema'));

-- Of the account that was paid to.
alter table sandbox.bank_transfer add column if not exists currency text not null default 'THB';
-- Of the game account.
alter table sandbox.account add column if not exists currency text not null default 'THB';
