create table "learning"."courses" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "title" text not null,
  "description" text not null,
  "cover_file_id" text collate "C",
  "authors" jsonb not null,
  "time_zone" text,
  "after_access" text collate "C" not null,
  "status" text collate "C" not null,
  "published_at" timestamptz(3),
  "building" jsonb,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "learning"."courses" enable row level security, force row level security;
create policy open on "learning"."courses" to lms_learning using (true) with check (true);
create policy wall on "learning"."courses" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."courses" to lms_learning;
create index "courses_school_id_created_at_id_index" on "learning"."courses" ("school_id", "created_at", "id");
create index "courses_school_id_updated_at_id_index" on "learning"."courses" ("school_id", "updated_at", "id");
create index "courses_school_id_title_id_index" on "learning"."courses" ("school_id", "title", "id");
create index "courses_school_id_cover_file_id_index" on "learning"."courses" ("school_id", "cover_file_id");
alter table "learning"."courses" add constraint "courses_after_access_check" check ("after_access" in ('nothing', 'opened_lessons'));
alter table "learning"."courses" add constraint "courses_status_check" check ("status" in ('draft', 'published', 'archived'));
