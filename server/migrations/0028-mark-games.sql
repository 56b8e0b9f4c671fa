-- What a member marked at game providers, also at those without an account: a favourite, and the last time of entering
-- (rules.md §4.7). A member's devices show the same.
create table game_marks (
  member_id text not null references members (id),
  code text not null references game_providers (code),
  is_favourite boolean not null default false,
  played_at timestamptz,
  primary key (member_id, code)
);
