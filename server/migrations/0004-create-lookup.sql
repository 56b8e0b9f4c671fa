-- What the lookups answer from: banks, sources, texts by language, and the house's accounts.

-- Banks a member may hold an account at, and the QR gateways that only appear among the deposit accounts.
create table banks (
  code text primary key,
  kind text not null check (kind in ('bank', 'gateway')),
  -- builds that offer the bank for registration: th, la
  variants text[] not null,
  name_th text not null,
  name_en text not null,
  name_la text not null,
  sort integer not null,
  -- false: nobody new may choose it; members who already have it keep its name
  enabled boolean not null default true
);

-- Answers to the question how a new member heard of the house.
create table sources (
  code text primary key,
  description_th text not null,
  description_la text not null,
  description_en text not null,
  sort integer not null,
  enabled boolean not null default true
);

-- Sanitised HTML paragraphs (the notice: plain text with %percentFail%), one row each, in reading order.
create table texts (
  key text not null check (key in ('condition', 'agreement', 'notice', 'contact')),
  language text not null check (language in ('th', 'la', 'en')),
  position integer not null,
  html text not null check (html <> ''),
  updated_at timestamptz not null default now(),
  primary key (key, language, position)
);

-- Accounts of the house: bank accounts, QR gateways and gift wallets that members pay to, and accounts that payouts are
-- made from, which no member is shown (rules.md §2.5, §18).
create table deposit_accounts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('bank', 'wallet')),
  bank_code text references banks (code),
  bank_type text not null check (bank_type in ('BANK', 'PAYMENT', 'WALLET')),
  mode text not null check (mode in ('AUTO', 'SMS')),
  account_name text not null,
  account_no text not null,
  currency text not null check (currency in ('THB', 'LAK')),
  sort integer not null,
  enabled boolean not null default true,
  purpose text not null default 'deposit' check (purpose in ('deposit', 'payout')),
  check ((kind = 'bank') = (bank_code is not null)),
  unique nulls not distinct (kind, bank_code, account_no),
  constraint deposit_accounts_payout_hidden check (purpose = 'deposit' or not enabled)
);
-- Nobody may register an account of the house, however the operator wrote its number.
create index deposit_accounts_digits on deposit_accounts (bank_code, regexp_replace(account_no, '\D', '', 'g'));
