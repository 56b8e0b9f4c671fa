-- Phone numbers and account numbers have one form each, so that one phone and one bank account are one member's
-- (rules.md §2.1, §2.5). This file makes the columns, which takes a moment and no longer: members first, as registrations
-- lock them. 0040 brings the numbers into their form, 0041 builds the indexes while the tables are used.

-- What operators search members by (rules.md §17.10): names in the form of `nameForm`, in lower case. The server writes it
-- with the name, and at its start for names from before; until then a name is found as it was written.
alter table members add column search_name text;
-- `collision` is empty but for numbers that were there twice: whoever came later to one is marked with the own id, until the
-- number is another one.
alter table member_bank_accounts
  add column search_name text,
  add column collision text not null default '';
alter table deposit_accounts add column collision text not null default '';
alter table remembered_payers add column collision text not null default '';

-- What support has to settle with the people concerned. Nothing is added after 0040: the server lets none arise.
create table number_collisions (
  id bigint generated always as identity primary key,
  -- phone: another member has the number's form, so this one keeps the number as it was written.
  -- phone-form: the number has no form; it may have been cut off when it was entered.
  -- bank-account: another member has the account under the same digits but for leading zeros.
  -- house: the same of a member and an account of the house. house-twice: of two accounts of the house.
  -- payer: of two that are remembered for one member.
  kind text not null check (kind in ('phone', 'phone-form', 'bank-account', 'house', 'house-twice', 'payer')),
  -- the member, account of the house or remembered payer that is listed, and the number as it is stored
  subject text not null,
  number text not null,
  -- who has the number's form, or was first; null: nobody
  other text,
  found_at timestamptz not null default now()
);

-- How many digits the account numbers of a bank have; empty: any number of them.
alter table banks add column account_digits integer[] not null default '{}';
update banks set account_digits = '{10}' where code in ('SCB', 'KBANK', 'KTB', 'BBL', 'TMB');
update banks set account_digits = '{12,15}' where code = 'GSB';
update banks set account_digits = '{11,12,13,14,15,16,17,18}' where code in ('BCEL', 'LDB', 'JDB', 'APB');
