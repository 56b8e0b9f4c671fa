-- Sessions of conversations, so that the staff's times are read without reading messages (rules.md §12.6).
create table chat_sessions (
  id text primary key,
  conversation_id text not null references chat_conversations (id),
  -- the customer's first message
  began_at timestamptz not null,
  -- since when the customer first waited for the staff; null: the bot sufficed, or the staff wrote first
  asked_at timestamptz,
  -- the staff's first message, and whose it was
  first_answer_at timestamptz,
  operator_id text references operators (id),
  -- null: not ended by the staff
  ended_at timestamptz,
  -- when it became the staff's; null: it is not
  staffed_at timestamptz generated always as (least(asked_at, first_answer_at)) stored,
  check ((first_answer_at is null) = (operator_id is null))
);
create index chat_sessions_staffed on chat_sessions (staffed_at) where staffed_at is not null;
create index chat_sessions_conversation on chat_sessions (conversation_id);

-- Of sessions from before, when the customer asked is known of those that wait only.
insert into chat_sessions (id, conversation_id, began_at, asked_at, first_answer_at, operator_id, ended_at)
select m.session_id, min(m.conversation_id), min(m.created_at), min(c.waiting_since),
  min(m.created_at) filter (where o.id is not null),
  (array_agg(o.id order by m.number) filter (where o.id is not null))[1],
  min(c.last_at) filter (where c.state = 'ended')
from chat_messages m
  left join operators o on o.id = m.sender
  left join chat_conversations c on c.id = m.conversation_id and c.session_id = m.session_id
group by m.session_id;

-- What operators read of a member beside a conversation.
create index bank_transfers_member_open on bank_transfers (member_id)
  where state in ('in-doubt', 'returning') and member_id is not null;
create index audit_log_refused on audit_log ((details ->> 'memberId'), id desc) where action = 'desk.refuse';
