-- Postings of many members are written together. Somebody who keeps one member's account locked must not hold up all the
-- others, so a batch waits for locks only a moment; its postings are then written one by one (server/ledger/kernel.ts).

create function ledger_post_together(
  p_now timestamptz,
  p_keys text[], p_kinds text[], p_phases text[], p_member_ids text[], p_metas jsonb[], p_pending_keys text[],
  p_reverses_ids bigint[], p_expects jsonb[],
  p_leg_posting int[], p_leg_members text[], p_leg_names text[], p_leg_assets text[], p_leg_amounts bigint[]
) returns jsonb language plpgsql set lock_timeout = '1s' as $$
begin
  return ledger_post_batch(p_now, p_keys, p_kinds, p_phases, p_member_ids, p_metas, p_pending_keys, p_reverses_ids,
    p_expects, p_leg_posting, p_leg_members, p_leg_names, p_leg_assets, p_leg_amounts);
end $$;
