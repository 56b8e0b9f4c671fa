-- A password that an owner gave out, at a new operator or in place of a forgotten one: it opens the console until this
-- moment, and there it only lets its own password be set. Null: the password is the person's own.
alter table operators add column one_time_until timestamptz;
