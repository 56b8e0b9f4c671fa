-- The other side's own number of its answer, by which a person can ask them about it.
alter table outside_attempts add column reference text;
