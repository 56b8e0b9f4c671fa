-- Brings phone numbers and account numbers into the forms of 0032 where nobody else has them, and lists the rest. Rows are
-- locked here and no table.

-- Phones: a Thai one has its 0 and nine digits more, a Lao one 20 or 30 and seven or eight digits. Ten digits that begin
-- with 020 or 030 are a Lao number in a Lao build, which is one that has wallets in kip.
create table phone_forms as
with formed as (
  select id, phone, created_at, case
    when phone ~ '^0[23]0[0-9]{8}$' then substr(phone, 2)
    when phone ~ '^0[23]0[0-9]{7}$' and exists (select from members where currency = 'LAK') then substr(phone, 2)
    when phone ~ '^66[1-9][0-9]{8}$' then '0' || substr(phone, 3)
    when phone ~ '^[689][0-9]{8}$' then '0' || phone
    when phone ~ '^(0[1-9][0-9]{8}|[23]0[0-9]{7,8})$' then phone
    end as form
  from members)
select id, phone, form,
  case when form is not null then first_value(id) over (partition by form order by phone <> form, created_at, id) end as first_id
from formed;

-- First those that leave a number which another one of the list is to have: 0201234567 becomes 201234567, and then
-- 66201234567 becomes 0201234567.
update members m set phone = f.form from phone_forms f
where m.id = f.id and m.phone = f.phone and f.id = f.first_id and f.phone <> f.form and f.phone ~ '^0[23]0';
update members m set phone = f.form from phone_forms f
where m.id = f.id and m.phone = f.phone and f.id = f.first_id and f.phone <> f.form and f.phone !~ '^0[23]0';
update known_devices d set account = 'member:' || f.form
from phone_forms f
where d.account = 'member:' || f.phone and f.id = f.first_id and f.phone <> f.form and f.phone ~ '^0[23]0'
  and not exists (
    select from known_devices k where k.account = 'member:' || f.form and k.device_hash = d.device_hash);
update known_devices d set account = 'member:' || f.form
from phone_forms f
where d.account = 'member:' || f.phone and f.id = f.first_id and f.phone <> f.form and f.phone !~ '^0[23]0'
  and not exists (
    select from known_devices k where k.account = 'member:' || f.form and k.device_hash = d.device_hash);
insert into number_collisions (kind, subject, number, other)
select 'phone', id, phone, first_id from phone_forms where id <> first_id
union all
select 'phone-form', id, phone, null from phone_forms where form is null;
drop table phone_forms;

-- Bank accounts.
with ranked as (
  select a.member_id, a.bank_code, a.account_no, first_value(a.member_id) over (
    partition by a.bank_code, ltrim(a.account_no, '0') order by m.created_at, m.id) as first_id
  from member_bank_accounts a join members m on m.id = a.member_id),
marked as (
  update member_bank_accounts a set collision = a.member_id
  from ranked r where r.member_id = a.member_id and r.member_id <> r.first_id)
insert into number_collisions (kind, subject, number, other)
select 'bank-account', member_id, bank_code || ' ' || account_no, first_id from ranked where member_id <> first_id;

insert into number_collisions (kind, subject, number, other)
select 'house', a.member_id, a.bank_code || ' ' || a.account_no, d.id::text
from member_bank_accounts a
  join deposit_accounts d on d.bank_code = a.bank_code
    and ltrim(regexp_replace(d.account_no, '\D', '', 'g'), '0') = ltrim(a.account_no, '0');

-- Accounts of the house.
with ranked as (
  select id, bank_code, account_no, first_value(id) over (
    partition by bank_code, ltrim(regexp_replace(account_no, '\D', '', 'g'), '0') order by enabled desc, id) as first_id
  from deposit_accounts where bank_type = 'BANK'),
marked as (
  update deposit_accounts d set collision = d.id::text from ranked r where r.id = d.id and r.id <> r.first_id)
insert into number_collisions (kind, subject, number, other)
select 'house-twice', id::text, bank_code || ' ' || account_no, first_id::text from ranked where id <> first_id;

-- Remembered payers.
with ranked as (
  select id, bank_code, account_no, first_value(id) over (
    partition by bank_code, ltrim(account_no, '0'), member_id order by remembered_at desc, id desc) as first_id
  from remembered_payers where forgotten_at is null),
marked as (
  update remembered_payers p set collision = p.id::text from ranked r where r.id = p.id and r.id <> r.first_id)
insert into number_collisions (kind, subject, number, other)
select 'payer', id::text, bank_code || ' ' || account_no, first_id::text from ranked where id <> first_id;
