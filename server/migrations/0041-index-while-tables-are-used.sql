-- outside a transaction
-- The indexes of 0032 to 0039, but for those of 0034, on tables that have grown: they are built while members use them.

-- One index finds bank accounts by their digits without leading zeros and lets none be there twice. Where a node of the
-- version before has stored one twice since 0040, this fails and says which: mark it as 0040 does, and start again.
create unique index concurrently if not exists member_bank_accounts_number_unique
  on member_bank_accounts (bank_code, ltrim(account_no, '0'), collision);
create unique index concurrently if not exists deposit_accounts_number_unique
  on deposit_accounts (bank_code, ltrim(regexp_replace(account_no, '\D', '', 'g'), '0'), collision)
  where bank_type = 'BANK';
-- Nobody may register an account of the house, however either wrote its number.
create index concurrently if not exists deposit_accounts_bare_digits
  on deposit_accounts (bank_code, ltrim(regexp_replace(account_no, '\D', '', 'g'), '0'));
-- The version before remembers payers by `remembered_payers_once`, which stays beside this one.
create unique index concurrently if not exists remembered_payers_number_once
  on remembered_payers (bank_code, ltrim(account_no, '0'), member_id, collision) where forgotten_at is null;

-- What operators search members by. The indexes on names as they were written stay: the version before searches by them.
create index concurrently if not exists members_search_name_prefix
  on members (coalesce(search_name, lower(name)) text_pattern_ops);
create index concurrently if not exists members_rest_of_search_name on members (
  substr(coalesce(search_name, lower(name)), strpos(coalesce(search_name, lower(name)), ' ') + 1) text_pattern_ops);
create index concurrently if not exists members_last_search_name on members (
  substring(coalesce(search_name, lower(name)) from '[^ ]*$') text_pattern_ops);
create index concurrently if not exists member_bank_accounts_search_name_prefix
  on member_bank_accounts (coalesce(search_name, lower(account_name)) text_pattern_ops);
create index concurrently if not exists member_bank_accounts_rest_of_search_name on member_bank_accounts (
  substr(coalesce(search_name, lower(account_name)), strpos(coalesce(search_name, lower(account_name)), ' ') + 1)
  text_pattern_ops);
create index concurrently if not exists member_bank_accounts_last_search_name on member_bank_accounts (
  substring(coalesce(search_name, lower(account_name)) from '[^ ]*$') text_pattern_ops);
-- Few, and none for long.
create index concurrently if not exists members_without_search_name on members (id) where search_name is null;
create index concurrently if not exists member_bank_accounts_without_search_name
  on member_bank_accounts (member_id) where search_name is null;
-- The beginning of an account number, with whatever zeros it begins.
create index concurrently if not exists member_bank_accounts_bare_prefix
  on member_bank_accounts (ltrim(account_no, '0') text_pattern_ops);

-- What visitors of one address uploaded in a day (rules.md §12.3).
create index concurrently if not exists chat_files_visitors on chat_files (created_at) where owner like 'guest:%';

-- What ties members to each other (rules.md §2.10). By device: from an account to its devices there is the primary key, this
-- is the way back.
create index concurrently if not exists known_devices_device on known_devices (device_hash);
create index concurrently if not exists logins_device on logins (device_hash, member_id) where device_hash is not null;
-- By network, within an hour.
create index concurrently if not exists logins_address on logins (address, at) where session_hash is not null;
-- By name and birth date.
create index concurrently if not exists members_born on members (birth_date, lower(name));
-- By who paid a deposit, also one of a QR code where the bank reported the same money.
create index concurrently if not exists bank_transfers_payer
  on bank_transfers (from_bank, ltrim(regexp_replace(from_account_no, '\D', '', 'g'), '0'), member_id)
  where state in ('credited', 'matched');
-- A member's latest deposits, without the play in between (rules.md §17.12).
create index concurrently if not exists journals_deposits
  on journals (member_id, id desc) include (posted_at) where kind = 'deposit';
