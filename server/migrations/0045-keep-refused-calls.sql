-- Refused calls that members may ask support about, by the reference that they were shown: which call, when, whose, and why.
-- Nothing of what was sent is kept. No reference to members: a row is written beside the calls and must wait for none of them.
create table refused_calls (
  -- as it was shown; it is also the call's id in the server's log
  reference text not null,
  at timestamptz not null,
  -- as the contract names it, e.g. POST /api/wallet/withdraw
  endpoint text not null,
  -- null: nobody was logged in
  member_id text,
  code text not null
);
-- People read references out: case is lost on the way.
create unique index refused_calls_reference on refused_calls (lower(reference));
create index refused_calls_at on refused_calls (at);
