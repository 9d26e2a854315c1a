create index "registrations_school_id_session_id_status_id_index" on "webinars"."registrations" ("school_id", "session_id", "status", "id");
alter table "webinars"."sessions" add "moves" int not null default 0;
alter table "webinars"."sessions" alter "moves" drop default;
alter table "webinars"."webinars" add "messages" jsonb not null
  default '{"confirmations": true, "reminder_minutes": [1440, 60], "changes": true}';
alter table "webinars"."webinars" alter "messages" drop default;
