-- Banks show some digits of a sender's number, and mask the others by more or fewer signs than there are digits. Whose it can
-- be is asked for each transfer, so the accounts of a bank are found by any three digits that stand together.
create function account_no_parts(bank_code text, account_no text) returns text[]
language sql immutable strict parallel safe as $$
  select array(
    select bank_code || ':' || substr(account_no, at, 3)
    from pg_catalog.generate_series(1, pg_catalog.length(account_no) - 2) at)
$$;
create index member_bank_accounts_parts on member_bank_accounts using gin (account_no_parts(bank_code, account_no));
