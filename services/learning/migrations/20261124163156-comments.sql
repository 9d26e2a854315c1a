create table "learning"."comments" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "lesson_id" text collate "C",
  "parent_id" text collate "C",
  "author_id" text collate "C",
  "by" text collate "C" not null,
  "text" text not null,
  "mention_ids" jsonb not null,
  "status" text collate "C" not null,
  "pinned" boolean not null,
  "replies" int not null,
  "edited_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "learning"."comments" enable row level security, force row level security;
create policy open on "learning"."comments" to lms_learning using (true) with check (true);
create policy wall on "learning"."comments" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."comments" to lms_learning;
create index "comments_school_id_created_at_id_index" on "learning"."comments" ("school_id", "created_at", "id");
create index "comments_school_id_updated_at_id_index" on "learning"."comments" ("school_id", "updated_at", "id");
create index "comments_school_id_lesson_id_created_at_id_index" on "learning"."comments" ("school_id", "lesson_id", "created_at", "id");
create index "comments_school_id_course_id_created_at_id_index" on "learning"."comments" ("school_id", "course_id", "created_at", "id");
create index "comments_school_id_parent_id_created_at_id_index" on "learning"."comments" ("school_id", "parent_id", "created_at", "id");
create index "comments_school_id_author_id_created_at_id_index" on "learning"."comments" ("school_id", "author_id", "created_at", "id");
alter table "learning"."comments" add constraint "comments_by_check" check ("by" in ('student', 'school'));
alter table "learning"."comments" add constraint "comments_status_check" check ("status" in ('shown', 'hidden'));
