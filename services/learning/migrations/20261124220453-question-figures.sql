create table "learning"."question_figures" (
  "school_id" text collate "C" not null,
  "question_id" text collate "C" not null,
  "quiz_id" text collate "C" not null,
  "count" bigint not null,
  "own" bigint not null,
  "rest" bigint not null,
  "own_own" bigint not null,
  "own_rest" bigint not null,
  "rest_rest" bigint not null,
  primary key ("school_id", "question_id")
);
alter table "learning"."question_figures" enable row level security, force row level security;
create policy open on "learning"."question_figures" to lms_learning using (true) with check (true);
create policy wall on "learning"."question_figures" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."question_figures" to lms_learning;
create index "question_figures_school_id_quiz_id_index" on "learning"."question_figures" ("school_id", "quiz_id");
