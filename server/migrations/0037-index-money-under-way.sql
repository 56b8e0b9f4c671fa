-- What a member has under way is asked for by every dashboard and at every change (GET /api/wallet/pending): each part of
-- it is found by the member among the few rows that are open, however many there have been.
create index slips_member_pending on slips (member_id, id desc) where status = 'PENDING';
create index gifts_member_open on gifts (member_id) where state in ('CLAIMED', 'REDEEMING');
create index qr_events_member_waiting on qr_events (member_id) where state = 'waiting' and member_id is not null;
create index withdrawals_member_open on withdrawals (member_id) where finished_at is null;
create index open_holds_member on open_holds (member_id, kind, journal_id) where member_id is not null;

-- A member tells support the beginning of a number that the app shows: the slip's, the code's, the withdrawal's.
create index slips_id_prefix on slips (id text_pattern_ops);
create index qr_payments_id_prefix on qr_payments (id text_pattern_ops);
create index gifts_id_prefix on gifts (id text_pattern_ops);
create index manual_deposits_id_prefix on manual_deposits (id text_pattern_ops);
create index withdrawals_id_prefix on withdrawals (id text_pattern_ops);
