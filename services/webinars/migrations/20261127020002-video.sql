create table "webinars"."setting_secrets" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "sealed" text not null,
  primary key ("school_id", "id")
);
alter table "webinars"."setting_secrets" enable row level security, force row level security;
create policy open on "webinars"."setting_secrets" to lms_webinars using (true) with check (true);
create policy wall on "webinars"."setting_secrets" as restrictive to lms_webinars using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "webinars"."setting_secrets" to lms_webinars;
create index "setting_secrets_id_index" on "webinars"."setting_secrets" ("id");

create table "webinars"."settings" (
  "school_id" text collate "C" not null,
  "values" jsonb not null,
  "version" int not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id")
);
alter table "webinars"."settings" enable row level security, force row level security;
create policy open on "webinars"."settings" to lms_webinars using (true) with check (true);
create policy wall on "webinars"."settings" as restrictive to lms_webinars using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "webinars"."settings" to lms_webinars;
alter table "webinars"."sessions" add "video" text collate "C" not null default 'link';
alter table "webinars"."sessions" alter "video" drop default;
alter table "webinars"."sessions" add "video_status" text collate "C" not null default 'none';
alter table "webinars"."sessions" alter "video_status" drop default;
alter table "webinars"."sessions" add constraint "sessions_video_check" check ("video" in ('link', 'bigbluebutton', 'livekit'));
alter table "webinars"."sessions" add constraint "sessions_video_status_check" check ("video_status" in ('none', 'preparing', 'open', 'failed', 'closed'));
