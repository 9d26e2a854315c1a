-- From where the parts of imported courses come, so that the same package again finds them.
create table "learning"."import_sources" (
  "school_id" text collate "C" not null,
  "source" text collate "C" not null,
  "source_id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "object_id" text collate "C" not null,
  "taken" text collate "C" not null,
  "became" text collate "C" not null,
  primary key ("school_id", "source", "source_id")
);
alter table "learning"."import_sources" enable row level security, force row level security;
create policy open on "learning"."import_sources" to lms_learning using (true) with check (true);
create policy wall on "learning"."import_sources" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."import_sources" to lms_learning;
create index "import_sources_school_id_course_id_index" on "learning"."import_sources" ("school_id", "course_id");
