-- outside a transaction
-- Who paid is known of some codes as well, and no longer of transfers alone (rules.md §2.10). Nothing can be known of codes that
-- were paid before: no gateway's report said it, and none was kept. What the version before asks, these indexes answer, too.
create index concurrently if not exists deposit_reports_paid_by
  on deposit_reports (from_bank, ltrim(regexp_replace(from_account_no, '\D', '', 'g'), '0'), member_id)
  where state in ('credited', 'matched');
create index concurrently if not exists deposit_reports_paid_from on deposit_reports (from_bank, from_account_no, id desc)
  where state = 'credited';
drop index concurrently if exists deposit_reports_payer;
drop index concurrently if exists deposit_reports_sender;
