-- The seed that takes the place of a member's seed in force (rules.md §11.2). Its hash is shown before the seed in force is
-- revealed, so that it was chosen before the client seed that it will be used with.
create table next_spin_seeds (
  member_id text primary key references members,
  -- the id that it has in spin_seeds once it is in force
  id text not null unique,
  -- of the text, 64 hexadecimal digits
  sha256 text not null,
  sealed text not null,
  created_at timestamptz not null
);
