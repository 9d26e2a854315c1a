-- Whom the agent has seen for what it said. What was said before may be about anybody: it goes with the next erasure.
-- A row of an older archive returns so, too.
alter table "users"."agent_messages" add "people_seen" text not null default '*';
alter table "users"."agent_confirmations" add "people_seen" text not null default '*';
