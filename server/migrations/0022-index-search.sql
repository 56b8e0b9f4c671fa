-- What operators search members by, each through an index (rules.md §17.7).

-- The end of an account number, as slips show it.
create index member_bank_accounts_end on member_bank_accounts (reverse(account_no) text_pattern_ops);

-- Names without their first word, and their last word: surnames, also of names with a title.
create index members_rest_of_name on members (lower(substr(name, strpos(name, ' ') + 1)) text_pattern_ops);
create index members_last_name on members (lower(substring(name from '[^ ]*$')) text_pattern_ops);
create index member_bank_accounts_rest_of_name
  on member_bank_accounts (lower(substr(account_name, strpos(account_name, ' ') + 1)) text_pattern_ops);
create index member_bank_accounts_last_name
  on member_bank_accounts (lower(substring(account_name from '[^ ]*$')) text_pattern_ops);

-- A member's name at a game provider.
create index game_accounts_username on game_accounts (lower(username) text_pattern_ops);
