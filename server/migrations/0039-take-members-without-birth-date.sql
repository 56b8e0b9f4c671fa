-- A client that is written to the specification alone sends no birth date (rules.md §2.5).
alter table members alter column birth_date drop not null;
