-- A credit that waits for a person gives its place to a member who need not wait, where the campaign has no other (rules.md
-- §7.5). Nodes of the version before leave such a row alone: for them only those that wait are open.
alter table bonus_reviews drop constraint bonus_reviews_state_check;
alter table bonus_reviews add constraint bonus_reviews_state_check
  check (state in ('WAITING', 'CREDITED', 'REFUSED', 'WITHDRAWN', 'YIELDED'));
-- Those of a full campaign, behind the lock of its counts. Few rows wait at any time.
create index bonus_reviews_campaign on bonus_reviews (source, campaign) where state = 'WAITING';
