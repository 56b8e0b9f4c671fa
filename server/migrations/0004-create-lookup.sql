-- What the lookups answer from: banks, sources, texts by language, and the accounts that members pay to.

-- Banks a member may hold an account at, and the QR gateways that only appear among the deposit accounts.
create table banks (
  code text primary key,
  kind text not null check (kind in ('bank', 'gateway')),
  -- Builds that offer the bank for registration: th, la.
  variants text[] not null,
  name_th text not null,
  name_en text not null,
  name_la text not null,
  sort integer not null,
  -- Off: nobody new may choose it; members who already have it keep its name.
  enabled boolean not null default true
);

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

-- Accounts of the house that members pay to: bank accounts, QR gateways, gift wallets.
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
  check ((kind = 'bank') = (bank_code is not null)),
  unique nulls not distinct (kind, bank_code, account_no)
);
