-- What visitors of one address upload in a day is added up (rules.md §12.3), and what they sent is deleted after a time.

-- The visitor's address as limits count it: an IPv4 address, or the network of an IPv6 one. Null for members and operators,
-- and for what was uploaded before.
alter table chat_files add column address text;
