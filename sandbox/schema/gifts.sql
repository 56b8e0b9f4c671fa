-- Gift links of a payment wallet. Each statement may be repeated.
create table if not exists sandbox.gift (
  code text primary key,
  amount_minor bigint not null check (amount_minor > 0),
  phone text not null,
  -- who took it, once
  redeemed_by text,
  redeemed_at timestamptz,
  created_at timestamptz not null
);
alter table sandbox.gift add column if not exists currency text not null default 'THB';
create index if not exists gift_by_time on sandbox.gift (created_at desc);

-- Each redemption that the wallet has ever decided on, with its first answer.
create table if not exists sandbox.gift_redemption (
  gift_id text primary key,
  code text not null,
  wallet_no text not null,
  status text not null check (status in ('REDEEMED', 'REFUSED')),
  reason text,
  amount_minor bigint,
  created_at timestamptz not null
);

-- Decides a redemption, once per id: whoever inserts the id decides, everybody else waits for that and reads it.
-- p_refusal: refuse it for this reason; without one only the first redemption of a gift is granted.
create or replace function sandbox.decide_redemption(
  p_id text, p_code text, p_wallet_no text, p_now timestamptz, p_refusal text
) returns table (status text, reason text, amount_minor bigint) language plpgsql as $$
declare
  v_amount bigint;
begin
  insert into sandbox.gift_redemption (gift_id, code, wallet_no, status, reason, created_at)
    values (p_id, p_code, p_wallet_no, 'REFUSED', coalesce(p_refusal, 'TAKEN'), p_now)
    on conflict do nothing;
  if found and p_refusal is null then
    update sandbox.gift g set redeemed_by = p_id, redeemed_at = p_now
      where g.code = p_code and g.redeemed_by is null
      returning g.amount_minor into v_amount;
    if found then
      update sandbox.gift_redemption r set status = 'REDEEMED', reason = null, amount_minor = v_amount
        where r.gift_id = p_id;
    end if;
  end if;
  return query select r.status, r.reason, r.amount_minor from sandbox.gift_redemption r where r.gift_id = p_id;
end $$;
