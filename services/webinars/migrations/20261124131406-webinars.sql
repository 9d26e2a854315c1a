create table "webinars"."attendance" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "session_id" text collate "C" not null,
  "webinar_id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "live_seconds" int not null,
  "recording_percent" int not null,
  "joined_at" timestamptz(3),
  "left_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "total_seconds" int not null,
  "told_percent" int not null,
  primary key ("school_id", "id")
);
alter table "webinars"."attendance" enable row level security, force row level security;
create policy open on "webinars"."attendance" to lms_webinars using (true) with check (true);
create policy wall on "webinars"."attendance" as restrictive to lms_webinars using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "webinars"."attendance" to lms_webinars;
create index "attendance_school_id_created_at_id_index" on "webinars"."attendance" ("school_id", "created_at", "id");
create index "attendance_school_id_updated_at_id_index" on "webinars"."attendance" ("school_id", "updated_at", "id");
create index "attendance_school_id_session_id_created_at_id_index" on "webinars"."attendance" ("school_id", "session_id", "created_at", "id");
create index "attendance_school_id_user_id_created_at_id_index" on "webinars"."attendance" ("school_id", "user_id", "created_at", "id");
create index "attendance_school_id_webinar_id_created_at_id_index" on "webinars"."attendance" ("school_id", "webinar_id", "created_at", "id");
alter table "webinars"."attendance" add constraint "attendance_session_id_user_id_key" unique ("school_id", "session_id", "user_id");

create table "webinars"."blocks" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "session_id" text collate "C" not null,
  "key" text collate "C" not null,
  "kind" text collate "C" not null,
  "status" text collate "C" not null,
  "title" text not null,
  "offer_id" text collate "C",
  "form_id" text collate "C",
  "options" jsonb not null,
  "offset_seconds" int,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "webinars"."blocks" enable row level security, force row level security;
create policy open on "webinars"."blocks" to lms_webinars using (true) with check (true);
create policy wall on "webinars"."blocks" as restrictive to lms_webinars using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "webinars"."blocks" to lms_webinars;
create index "blocks_school_id_session_id_created_at_id_index" on "webinars"."blocks" ("school_id", "session_id", "created_at", "id");
create index "blocks_school_id_offer_id_id_index" on "webinars"."blocks" ("school_id", "offer_id", "id");
create index "blocks_school_id_form_id_id_index" on "webinars"."blocks" ("school_id", "form_id", "id");
alter table "webinars"."blocks" add constraint "blocks_session_id_key_key" unique ("school_id", "session_id", "key");

create table "webinars"."followed_orders" (
  "school_id" text collate "C" not null,
  "order_id" text collate "C" not null,
  "version" int not null,
  primary key ("school_id", "order_id")
);
alter table "webinars"."followed_orders" enable row level security, force row level security;
create policy open on "webinars"."followed_orders" to lms_webinars using (true) with check (true);
create policy wall on "webinars"."followed_orders" as restrictive to lms_webinars using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "webinars"."followed_orders" to lms_webinars;

create table "webinars"."messages" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "session_id" text collate "C" not null,
  "sequence" int not null,
  "user_id" text collate "C",
  "author_name" text not null,
  "text" text not null,
  "status" text collate "C" not null,
  "pinned" boolean not null,
  "edited_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "webinars"."messages" enable row level security, force row level security;
create policy open on "webinars"."messages" to lms_webinars using (true) with check (true);
create policy wall on "webinars"."messages" as restrictive to lms_webinars using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "webinars"."messages" to lms_webinars;
create index "messages_school_id_created_at_id_index" on "webinars"."messages" ("school_id", "created_at", "id");
create index "messages_school_id_updated_at_id_index" on "webinars"."messages" ("school_id", "updated_at", "id");
create index "messages_school_id_sequence_id_index" on "webinars"."messages" ("school_id", "sequence", "id");
create index "messages_school_id_session_id_created_at_id_index" on "webinars"."messages" ("school_id", "session_id", "created_at", "id");
create index "messages_school_id_user_id_session_id_created_at_id_index" on "webinars"."messages" ("school_id", "user_id", "session_id", "created_at", "id");
create index "messages_school_id_status_created_at_id_index" on "webinars"."messages" ("school_id", "status", "created_at", "id");
alter table "webinars"."messages" add constraint "messages_session_id_sequence_key" unique ("school_id", "session_id", "sequence");

create table "webinars"."poll_answers" (
  "school_id" text collate "C" not null,
  "block_id" text collate "C" not null,
  "registration_id" text collate "C" not null,
  "session_id" text collate "C" not null,
  "choice" int not null,
  "answered_at" timestamptz(3) not null,
  primary key ("school_id", "block_id", "registration_id")
);
alter table "webinars"."poll_answers" enable row level security, force row level security;
create policy open on "webinars"."poll_answers" to lms_webinars using (true) with check (true);
create policy wall on "webinars"."poll_answers" as restrictive to lms_webinars using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "webinars"."poll_answers" to lms_webinars;
create index "poll_answers_school_id_session_id_index" on "webinars"."poll_answers" ("school_id", "session_id");
create index "poll_answers_school_id_registration_id_index" on "webinars"."poll_answers" ("school_id", "registration_id");

create table "webinars"."presence_hours" (
  "school_id" text collate "C" not null,
  "session_id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "hour" timestamptz(3) not null,
  "slots" bit(240) not null,
  primary key ("school_id", "session_id", "user_id", "hour")
);
alter table "webinars"."presence_hours" enable row level security, force row level security;
create policy open on "webinars"."presence_hours" to lms_webinars using (true) with check (true);
create policy wall on "webinars"."presence_hours" as restrictive to lms_webinars using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "webinars"."presence_hours" to lms_webinars;
create index "presence_hours_school_id_user_id_index" on "webinars"."presence_hours" ("school_id", "user_id");

create table "webinars"."purchases" (
  "school_id" text collate "C" not null,
  "order_id" text collate "C" not null,
  "webinar_id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "session_id" text collate "C",
  primary key ("school_id", "order_id", "webinar_id")
);
alter table "webinars"."purchases" enable row level security, force row level security;
create policy open on "webinars"."purchases" to lms_webinars using (true) with check (true);
create policy wall on "webinars"."purchases" as restrictive to lms_webinars using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "webinars"."purchases" to lms_webinars;
create index "purchases_school_id_webinar_id_session_id_order_id_index" on "webinars"."purchases" ("school_id", "webinar_id", "session_id", "order_id");
create index "purchases_school_id_user_id_webinar_id_index" on "webinars"."purchases" ("school_id", "user_id", "webinar_id");
create index "purchases_school_id_session_id_index" on "webinars"."purchases" ("school_id", "session_id");

create table "webinars"."recordings" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "status" text collate "C" not null,
  "url" text,
  "duration_seconds" int,
  "ready_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "webinars"."recordings" enable row level security, force row level security;
create policy open on "webinars"."recordings" to lms_webinars using (true) with check (true);
create policy wall on "webinars"."recordings" as restrictive to lms_webinars using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "webinars"."recordings" to lms_webinars;

create table "webinars"."registrations" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "session_id" text collate "C" not null,
  "webinar_id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "status" text collate "C" not null,
  "source" text collate "C" not null,
  "order_id" text collate "C",
  "banned" boolean not null,
  "canceled_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "webinars"."registrations" enable row level security, force row level security;
create policy open on "webinars"."registrations" to lms_webinars using (true) with check (true);
create policy wall on "webinars"."registrations" as restrictive to lms_webinars using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "webinars"."registrations" to lms_webinars;
create index "registrations_school_id_created_at_id_index" on "webinars"."registrations" ("school_id", "created_at", "id");
create index "registrations_school_id_updated_at_id_index" on "webinars"."registrations" ("school_id", "updated_at", "id");
create index "registrations_school_id_session_id_created_at_id_index" on "webinars"."registrations" ("school_id", "session_id", "created_at", "id");
create index "registrations_school_id_user_id_created_at_id_index" on "webinars"."registrations" ("school_id", "user_id", "created_at", "id");
create index "registrations_school_id_webinar_id_created_at_id_index" on "webinars"."registrations" ("school_id", "webinar_id", "created_at", "id");
create index "registrations_school_id_order_id_id_index" on "webinars"."registrations" ("school_id", "order_id", "id");
alter table "webinars"."registrations" add constraint "registrations_session_id_user_id_key" unique ("school_id", "session_id", "user_id");

create table "webinars"."sessions" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "webinar_id" text collate "C" not null,
  "status" text collate "C" not null,
  "starts_at" timestamptz(3) not null,
  "duration_minutes" int not null,
  "host" text not null,
  "join_url" text,
  "seats" int,
  "registered_count" int not null,
  "chat" jsonb not null,
  "recorded" boolean not null,
  "started_at" timestamptz(3),
  "finished_at" timestamptz(3),
  "canceled_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "last_sequence" int not null,
  primary key ("school_id", "id")
);
alter table "webinars"."sessions" enable row level security, force row level security;
create policy open on "webinars"."sessions" to lms_webinars using (true) with check (true);
create policy wall on "webinars"."sessions" as restrictive to lms_webinars using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "webinars"."sessions" to lms_webinars;
create index "sessions_school_id_created_at_id_index" on "webinars"."sessions" ("school_id", "created_at", "id");
create index "sessions_school_id_updated_at_id_index" on "webinars"."sessions" ("school_id", "updated_at", "id");
create index "sessions_school_id_starts_at_id_index" on "webinars"."sessions" ("school_id", "starts_at", "id");
create index "sessions_school_id_webinar_id_starts_at_id_index" on "webinars"."sessions" ("school_id", "webinar_id", "starts_at", "id");
create index "sessions_school_id_status_starts_at_id_index" on "webinars"."sessions" ("school_id", "status", "starts_at", "id");

create table "webinars"."watched_parts" (
  "school_id" text collate "C" not null,
  "session_id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "part" int not null,
  "slots" bit(240) not null,
  primary key ("school_id", "session_id", "user_id", "part")
);
alter table "webinars"."watched_parts" enable row level security, force row level security;
create policy open on "webinars"."watched_parts" to lms_webinars using (true) with check (true);
create policy wall on "webinars"."watched_parts" as restrictive to lms_webinars using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "webinars"."watched_parts" to lms_webinars;
create index "watched_parts_school_id_user_id_index" on "webinars"."watched_parts" ("school_id", "user_id");

create table "webinars"."webinars" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "title" text not null,
  "description" text not null,
  "host" text not null,
  "access" text collate "C" not null,
  "group_id" text collate "C",
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "webinars"."webinars" enable row level security, force row level security;
create policy open on "webinars"."webinars" to lms_webinars using (true) with check (true);
create policy wall on "webinars"."webinars" as restrictive to lms_webinars using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "webinars"."webinars" to lms_webinars;
create index "webinars_school_id_created_at_id_index" on "webinars"."webinars" ("school_id", "created_at", "id");
create index "webinars_school_id_updated_at_id_index" on "webinars"."webinars" ("school_id", "updated_at", "id");
create index "webinars_school_id_title_id_index" on "webinars"."webinars" ("school_id", "title", "id");
create index "webinars_school_id_group_id_id_index" on "webinars"."webinars" ("school_id", "group_id", "id");
alter table "webinars"."blocks" add constraint "blocks_kind_check" check ("kind" in ('sale', 'poll', 'form'));
alter table "webinars"."blocks" add constraint "blocks_status_check" check ("status" in ('hidden', 'shown', 'closed'));
alter table "webinars"."messages" add constraint "messages_status_check" check ("status" in ('visible', 'pending', 'hidden'));
alter table "webinars"."recordings" add constraint "recordings_status_check" check ("status" in ('none', 'processing', 'failed', 'ready'));
alter table "webinars"."registrations" add constraint "registrations_status_check" check ("status" in ('registered', 'canceled'));
alter table "webinars"."registrations" add constraint "registrations_source_check" check ("source" in ('api', 'page', 'order'));
alter table "webinars"."sessions" add constraint "sessions_status_check" check ("status" in ('scheduled', 'live', 'finished', 'canceled'));
alter table "webinars"."webinars" add constraint "webinars_access_check" check ("access" in ('open', 'group', 'offer'));
-- One message of a session is pinned.
create unique index "messages_pinned_key" on "webinars"."messages" ("school_id", "session_id") where "pinned";
