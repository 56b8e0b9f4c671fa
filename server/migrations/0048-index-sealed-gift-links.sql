-- outside a transaction
-- A change of the key reads the links that are still sealed; nearly all gifts have none left.
create index concurrently if not exists gifts_sealed_link on gifts (id) where sealed_link is not null;
