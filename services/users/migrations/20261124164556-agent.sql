create table "users"."agent_accesses" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "user_id" text collate "C",
  "role" text collate "C",
  "open" boolean not null,
  "note" text not null,
  "expires_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "users"."agent_accesses" enable row level security, force row level security;
create policy open on "users"."agent_accesses" to lms_users using (true) with check (true);
create policy wall on "users"."agent_accesses" as restrictive to lms_users using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "users"."agent_accesses" to lms_users;
create index "agent_accesses_school_id_created_at_id_index" on "users"."agent_accesses" ("school_id", "created_at", "id");
alter table "users"."agent_accesses" add constraint "agent_accesses_user_id_key" unique ("school_id", "user_id");
alter table "users"."agent_accesses" add constraint "agent_accesses_role_key" unique ("school_id", "role");

create table "users"."agent_confirmations" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "user_id" text collate "C",
  "status" text collate "C" not null,
  "operation" text not null,
  "action" text not null,
  "summary" text not null,
  "impact" jsonb not null,
  "said" jsonb,
  "method" text collate "C" not null,
  "path" text not null,
  "body" text,
  "hash" text not null,
  "typed_number" bigint,
  "proposer" text collate "C" not null,
  "message_id" text collate "C",
  "expires_at" timestamptz(3) not null,
  "answered_at" timestamptz(3),
  "answered_by_user_id" text collate "C",
  "result" jsonb,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "needs" text collate "C",
  "seen" text,
  "answered_key" text collate "C",
  primary key ("school_id", "id")
);
alter table "users"."agent_confirmations" enable row level security, force row level security;
create policy open on "users"."agent_confirmations" to lms_users using (true) with check (true);
create policy wall on "users"."agent_confirmations" as restrictive to lms_users using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "users"."agent_confirmations" to lms_users;
create index "agent_confirmations_school_id_created_at_id_index" on "users"."agent_confirmations" ("school_id", "created_at", "id");
create index "agent_confirmations_school_id_user_id_created_at_id_index" on "users"."agent_confirmations" ("school_id", "user_id", "created_at", "id");
create index "agent_confirmations_school_id_answered_by_user_id_index" on "users"."agent_confirmations" ("school_id", "answered_by_user_id");
create index "agent_confirmations_school_id_status_created_at_id_index" on "users"."agent_confirmations" ("school_id", "status", "created_at", "id");

create table "users"."agent_messages" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "message" text not null,
  "answer" text not null,
  "understood" boolean not null,
  "by" text collate "C" not null,
  "calls" jsonb not null,
  "confirmation_ids" jsonb not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "users"."agent_messages" enable row level security, force row level security;
create policy open on "users"."agent_messages" to lms_users using (true) with check (true);
create policy wall on "users"."agent_messages" as restrictive to lms_users using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "users"."agent_messages" to lms_users;
create index "agent_messages_school_id_created_at_id_index" on "users"."agent_messages" ("school_id", "created_at", "id");
create index "agent_messages_school_id_user_id_created_at_id_index" on "users"."agent_messages" ("school_id", "user_id", "created_at", "id");
alter table "users"."agent_accesses" add constraint "agent_accesses_role_check" check ("role" in ('administrator', 'manager'));
alter table "users"."agent_confirmations" add constraint "agent_confirmations_status_check" check ("status" in ('pending', 'running', 'done', 'failed', 'declined', 'expired'));
alter table "users"."agent_confirmations" add constraint "agent_confirmations_method_check" check ("method" in ('POST', 'PUT', 'PATCH', 'DELETE'));
alter table "users"."agent_confirmations" add constraint "agent_confirmations_proposer_check" check ("proposer" in ('chat', 'key'));
alter table "users"."agent_messages" add constraint "agent_messages_by_check" check ("by" in ('planner', 'model'));
