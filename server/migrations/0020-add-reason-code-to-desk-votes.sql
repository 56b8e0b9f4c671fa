-- The usual reasons of decisions are codes with a text in each language; the operator's own words may be empty beside one.
alter table desk_votes add column reason_code text;
