-- A further language needs no change of the schema. The columns of before stay, because the version before this one
-- reads them until its last node has ended; nothing writes them any more.
alter table banks
  add column names jsonb not null default '{}',
  alter column name_th drop not null,
  alter column name_la drop not null,
  alter column name_en drop not null;
update banks set names = jsonb_build_object('th', name_th, 'la', name_la, 'en', name_en);

alter table sources
  add column names jsonb not null default '{}',
  alter column description_th drop not null,
  alter column description_la drop not null,
  alter column description_en drop not null;
update sources set names = jsonb_build_object('th', description_th, 'la', description_la, 'en', description_en);

-- Which languages there are is said in contract/languages.ts only.
alter table texts drop constraint texts_language_check;
alter table chat_conversations drop constraint chat_conversations_language_check;
alter table push_subscriptions drop constraint push_subscriptions_language_check;
