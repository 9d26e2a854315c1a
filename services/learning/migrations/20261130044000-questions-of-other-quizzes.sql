-- Questions that attempts at another quiz have drawn.
create table "learning"."drawn_questions" (
  "school_id" text collate "C" not null,
  "question_id" text collate "C" not null,
  "quiz_id" text collate "C" not null,
  "source_quiz_id" text collate "C" not null,
  primary key ("school_id", "question_id", "quiz_id")
);
alter table "learning"."drawn_questions" enable row level security, force row level security;
create policy open on "learning"."drawn_questions" to lms_learning using (true) with check (true);
create policy wall on "learning"."drawn_questions" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."drawn_questions" to lms_learning;
create index "drawn_questions_school_id_source_quiz_id_index" on "learning"."drawn_questions" ("school_id", "source_quiz_id");
create index "questions_school_id_label_quiz_id_index" on "learning"."questions" ("school_id", "label", "quiz_id");
