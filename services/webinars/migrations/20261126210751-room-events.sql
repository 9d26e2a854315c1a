create table "webinars"."room_events" (
  "school_id" text collate "C" not null,
  "session_id" text collate "C" not null,
  "number" int not null,
  "kind" text not null,
  "object_id" text not null,
  primary key ("school_id", "session_id", "number")
);
alter table "webinars"."room_events" enable row level security, force row level security;
create policy open on "webinars"."room_events" to lms_webinars using (true) with check (true);
create policy wall on "webinars"."room_events" as restrictive to lms_webinars using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "webinars"."room_events" to lms_webinars;
alter table "webinars"."sessions" add "last_event" int not null default 0;
alter table "webinars"."sessions" alter "last_event" drop default;
