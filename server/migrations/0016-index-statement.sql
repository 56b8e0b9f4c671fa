-- The statement is read straight from the journals (rules.md §1): a row is a journal that begins something of the
-- member's, and this index holds what listing, filtering and counting ask of it, so that only the ten rows of the page
-- itself are fetched from the table.
create index journals_statement on journals (member_id, id desc) include (kind, posted_at)
where phase in ('single', 'pending') and kind in ('deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer');

-- Rows never change, so a page of the table is worth marking as seen by all soon: until then each of its rows is
-- fetched just for that.
alter table journals set (autovacuum_vacuum_insert_scale_factor = 0.02);
