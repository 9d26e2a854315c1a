create table "learning"."badge_keys" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "jwk" jsonb not null,
  "created_at" timestamptz(3) not null,
  "sealed" text not null,
  primary key ("school_id", "id")
);
alter table "learning"."badge_keys" enable row level security, force row level security;
create policy open on "learning"."badge_keys" to lms_learning using (true) with check (true);
create policy wall on "learning"."badge_keys" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."badge_keys" to lms_learning;
create index "badge_keys_id_index" on "learning"."badge_keys" ("id");
alter table "learning"."badge_keys" add constraint "badge_keys_school" unique ("school_id");

create table "learning"."certificates" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "number" text not null,
  "user_id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "template_id" text collate "C" not null,
  "template_version" int not null,
  "status" text collate "C" not null,
  "name" text not null,
  "course_title" text not null,
  "school_name" text not null,
  "issued_at" timestamptz(3) not null,
  "completed_at" timestamptz(3),
  "revoked_at" timestamptz(3),
  "revoke_reason" text not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "learning"."certificates" enable row level security, force row level security;
create policy open on "learning"."certificates" to lms_learning using (true) with check (true);
create policy wall on "learning"."certificates" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."certificates" to lms_learning;
create index "certificates_school_id_created_at_id_index" on "learning"."certificates" ("school_id", "created_at", "id");
create index "certificates_school_id_updated_at_id_index" on "learning"."certificates" ("school_id", "updated_at", "id");
create index "certificates_school_id_user_id_created_at_id_index" on "learning"."certificates" ("school_id", "user_id", "created_at", "id");
create index "certificates_school_id_course_id_created_at_id_index" on "learning"."certificates" ("school_id", "course_id", "created_at", "id");
create index "certificates_school_id_template_id_created_at_id_index" on "learning"."certificates" ("school_id", "template_id", "created_at", "id");
create index "certificates_school_id_status_created_at_id_index" on "learning"."certificates" ("school_id", "status", "created_at", "id");
alter table "learning"."certificates" add constraint "certificates_number_key" unique ("school_id", "number");
alter table "learning"."certificates" add constraint "certificates_status_check" check ("status" in ('issued', 'revoked'));
-- One valid certificate of a person and course.
create unique index "certificates_valid" on "learning"."certificates" ("school_id", "user_id", "course_id") where status = 'issued';
-- Private keys are encrypted again when the key ring has a new first key.
create policy workers on "learning"."badge_keys" to lms_learning_system using (true) with check (true);
grant select, update on "learning"."badge_keys" to lms_learning_system;
