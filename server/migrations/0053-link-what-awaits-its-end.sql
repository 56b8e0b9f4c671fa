-- A slip or a gateway's payment that turned out to be money which may still be sent back, or be credited after all: it ends
-- when that money does (rules.md §21). A row for each report that it may be the money of; gone when it has ended, so there are
-- few at any time.
create table open_links (
  id bigint generated always as identity primary key,
  -- No reference, as in outcomes: an ending would lock the member for it.
  member_id text not null,
  slip_id text references slips (id),
  payment_id bigint references qr_events (id),
  same_transfer_id bigint references bank_transfers (id),
  same_payment_id bigint references qr_events (id),
  check (num_nonnulls(slip_id, payment_id) = 1),
  check (num_nonnulls(same_transfer_id, same_payment_id) = 1)
);
create index open_links_member on open_links (member_id) where payment_id is not null;
create index open_links_slip on open_links (slip_id) where slip_id is not null;
create index open_links_payment on open_links (payment_id) where payment_id is not null;
create index open_links_same_transfer on open_links (same_transfer_id) where same_transfer_id is not null;
create index open_links_same_payment on open_links (same_payment_id) where same_payment_id is not null;

-- Until now only the journal that took the payment out of suspense said so.
insert into open_links (member_id, payment_id, same_transfer_id)
  select e.member_id, e.id, same.id
  from bank_transfers t
    join qr_events e on e.state = 'matched' and e.currency = t.currency and e.amount_minor = t.amount_minor
      and e.paid_at between t.sent_at - interval '2 days' and t.sent_at + interval '2 days'
    join journals j
      on j.key = 'explained:qr:' || e.id || case when e.reversals > 0 then ':' || e.reversals else '' end
      and j.meta ->> 'isOpen' = 'true' and j.meta -> 'sameAs' @> to_jsonb(t.id)
    cross join jsonb_array_elements_text(j.meta -> 'sameAs') s (id)
    join bank_transfers same on same.id = s.id::bigint
  where t.state in ('returning', 'unmatched', 'in-doubt')
  group by e.member_id, e.id, same.id;
