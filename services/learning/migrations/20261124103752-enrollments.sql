create table "learning"."enrollments" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "group_id" text collate "C",
  "status" text collate "C" not null,
  "starts_at" timestamptz(3) not null,
  "deadline_at" timestamptz(3),
  "percent" int not null,
  "freezes" jsonb not null,
  "completed_at" timestamptz(3),
  "ended_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "learning"."enrollments" enable row level security, force row level security;
create policy open on "learning"."enrollments" to lms_learning using (true) with check (true);
create policy wall on "learning"."enrollments" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."enrollments" to lms_learning;
create index "enrollments_school_id_created_at_id_index" on "learning"."enrollments" ("school_id", "created_at", "id");
create index "enrollments_school_id_updated_at_id_index" on "learning"."enrollments" ("school_id", "updated_at", "id");
create index "enrollments_school_id_user_id_created_at_id_index" on "learning"."enrollments" ("school_id", "user_id", "created_at", "id");
create index "enrollments_school_id_course_id_created_at_id_index" on "learning"."enrollments" ("school_id", "course_id", "created_at", "id");
create index "enrollments_school_id_group_id_created_at_id_index" on "learning"."enrollments" ("school_id", "group_id", "created_at", "id");
create index "enrollments_school_id_status_created_at_id_index" on "learning"."enrollments" ("school_id", "status", "created_at", "id");
alter table "learning"."enrollments" add constraint "enrollments_user_id_course_id_key" unique ("school_id", "user_id", "course_id");

create table "learning"."flows" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "starts_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "learning"."flows" enable row level security, force row level security;
create policy open on "learning"."flows" to lms_learning using (true) with check (true);
create policy wall on "learning"."flows" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."flows" to lms_learning;

create table "learning"."rights" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "group_id" text collate "C",
  "status" text collate "C" not null,
  "starts_at" timestamptz(3) not null,
  "expires_at" timestamptz(3),
  "frozen_at" timestamptz(3),
  "ended_at" timestamptz(3),
  primary key ("school_id", "id")
);
alter table "learning"."rights" enable row level security, force row level security;
create policy open on "learning"."rights" to lms_learning using (true) with check (true);
create policy wall on "learning"."rights" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."rights" to lms_learning;
create index "rights_school_id_user_id_course_id_index" on "learning"."rights" ("school_id", "user_id", "course_id");

create table "learning"."rights_progress" (
  "school_id" text collate "C" not null,
  "since" text collate "C",
  "pass" text collate "C",
  "after" text collate "C",
  primary key ("school_id")
);
alter table "learning"."rights_progress" enable row level security, force row level security;
create policy open on "learning"."rights_progress" to lms_learning using (true) with check (true);
create policy wall on "learning"."rights_progress" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."rights_progress" to lms_learning;
alter table "learning"."enrollments" add constraint "enrollments_status_check" check ("status" in ('waiting', 'active', 'frozen', 'suspended', 'completed', 'ended'));
