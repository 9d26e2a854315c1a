create table "learning"."holdings" (
  "school_id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "object_id" text collate "C" not null,
  "source_id" text collate "C" not null,
  "since" timestamptz(3),
  "changed_at" timestamptz(3) not null,
  primary key ("school_id", "user_id", "object_id", "source_id")
);
alter table "learning"."holdings" enable row level security, force row level security;
create policy open on "learning"."holdings" to lms_learning using (true) with check (true);
create policy wall on "learning"."holdings" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."holdings" to lms_learning;
create index "holdings_school_id_object_id_index" on "learning"."holdings" ("school_id", "object_id");
create index "holdings_school_id_source_id_index" on "learning"."holdings" ("school_id", "source_id");

create table "learning"."lesson_overrides" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "user_id" text collate "C",
  "group_id" text collate "C",
  "course_id" text collate "C" not null,
  "lesson_ids" jsonb not null,
  "opening" text collate "C",
  "at" timestamptz(3),
  "deadline_at" timestamptz(3),
  "extra_quiz_minutes" int,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "learning"."lesson_overrides" enable row level security, force row level security;
create policy open on "learning"."lesson_overrides" to lms_learning using (true) with check (true);
create policy wall on "learning"."lesson_overrides" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."lesson_overrides" to lms_learning;
create index "lesson_overrides_school_id_created_at_id_index" on "learning"."lesson_overrides" ("school_id", "created_at", "id");
create index "lesson_overrides_school_id_user_id_course_id_creat_c9aae_index" on "learning"."lesson_overrides" ("school_id", "user_id", "course_id", "created_at", "id");
create index "lesson_overrides_school_id_group_id_course_id_crea_444a4_index" on "learning"."lesson_overrides" ("school_id", "group_id", "course_id", "created_at", "id");
create index "lesson_overrides_school_id_course_id_created_at_id_index" on "learning"."lesson_overrides" ("school_id", "course_id", "created_at", "id");

create table "learning"."settings" (
  "school_id" text collate "C" not null,
  "values" jsonb not null,
  "version" int not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id")
);
alter table "learning"."settings" enable row level security, force row level security;
create policy open on "learning"."settings" to lms_learning using (true) with check (true);
create policy wall on "learning"."settings" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."settings" to lms_learning;
alter table "learning"."lesson_overrides" add constraint "lesson_overrides_opening_check" check ("opening" in ('open', 'hold'));
