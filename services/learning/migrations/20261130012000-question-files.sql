-- Which question shows which file, in its present version or in one that attempts have named.
create table "learning"."question_files" (
  "school_id" text collate "C" not null,
  "object_id" text collate "C" not null,
  "question_id" text collate "C" not null,
  "quiz_id" text collate "C" not null,
  primary key ("school_id", "object_id", "question_id")
);
alter table "learning"."question_files" enable row level security, force row level security;
create policy open on "learning"."question_files" to lms_learning using (true) with check (true);
create policy wall on "learning"."question_files" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."question_files" to lms_learning;
create index "question_files_school_id_question_id_index" on "learning"."question_files" ("school_id", "question_id");
create index "question_files_school_id_quiz_id_index" on "learning"."question_files" ("school_id", "quiz_id");
