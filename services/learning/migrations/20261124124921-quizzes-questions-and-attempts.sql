create table "learning"."attempt_answers" (
  "school_id" text collate "C" not null,
  "attempt_id" text collate "C" not null,
  "question_id" text collate "C" not null,
  "answer" jsonb,
  "revision" int not null,
  "score" int,
  "comment" text not null,
  primary key ("school_id", "attempt_id", "question_id")
);
alter table "learning"."attempt_answers" enable row level security, force row level security;
create policy open on "learning"."attempt_answers" to lms_learning using (true) with check (true);
create policy wall on "learning"."attempt_answers" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."attempt_answers" to lms_learning;

create table "learning"."attempts" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "quiz_id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "lesson_id" text collate "C" not null,
  "enrollment_id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "number" int not null,
  "status" text collate "C" not null,
  "started_at" timestamptz(3) not null,
  "ends_at" timestamptz(3),
  "finished_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "score" int,
  "max_score" int not null,
  "passed" boolean,
  "deadline_at" timestamptz(3),
  "asked" jsonb not null,
  primary key ("school_id", "id")
);
alter table "learning"."attempts" enable row level security, force row level security;
create policy open on "learning"."attempts" to lms_learning using (true) with check (true);
create policy wall on "learning"."attempts" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."attempts" to lms_learning;
create index "attempts_school_id_created_at_id_index" on "learning"."attempts" ("school_id", "created_at", "id");
create index "attempts_school_id_updated_at_id_index" on "learning"."attempts" ("school_id", "updated_at", "id");
create index "attempts_school_id_quiz_id_created_at_id_index" on "learning"."attempts" ("school_id", "quiz_id", "created_at", "id");
create index "attempts_school_id_quiz_id_id_index" on "learning"."attempts" ("school_id", "quiz_id", "id");
create index "attempts_school_id_course_id_created_at_id_index" on "learning"."attempts" ("school_id", "course_id", "created_at", "id");
create index "attempts_school_id_lesson_id_created_at_id_index" on "learning"."attempts" ("school_id", "lesson_id", "created_at", "id");
create index "attempts_school_id_enrollment_id_quiz_id_index" on "learning"."attempts" ("school_id", "enrollment_id", "quiz_id");
create index "attempts_school_id_user_id_created_at_id_index" on "learning"."attempts" ("school_id", "user_id", "created_at", "id");
create index "attempts_school_id_status_created_at_id_index" on "learning"."attempts" ("school_id", "status", "created_at", "id");
alter table "learning"."attempts" add constraint "attempts_user_id_quiz_id_number_key" unique ("school_id", "user_id", "quiz_id", "number");

create table "learning"."grades" (
  "school_id" text collate "C" not null,
  "enrollment_id" text collate "C" not null,
  "item_id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "kind" text collate "C" not null,
  "score" int,
  "max_score" int,
  "state" text collate "C" not null,
  "at" timestamptz(3) not null,
  "curator_id" text collate "C",
  primary key ("school_id", "enrollment_id", "item_id")
);
alter table "learning"."grades" enable row level security, force row level security;
create policy open on "learning"."grades" to lms_learning using (true) with check (true);
create policy wall on "learning"."grades" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."grades" to lms_learning;
create index "grades_school_id_user_id_index" on "learning"."grades" ("school_id", "user_id");
create index "grades_school_id_curator_id_index" on "learning"."grades" ("school_id", "curator_id");

create table "learning"."question_versions" (
  "school_id" text collate "C" not null,
  "question_id" text collate "C" not null,
  "number" int not null,
  "quiz_id" text collate "C" not null,
  "content" jsonb not null,
  "points" int not null,
  "all_or_nothing" boolean not null,
  "explanation" text not null,
  "used" boolean not null,
  "created_at" timestamptz(3) not null,
  primary key ("school_id", "question_id", "number")
);
alter table "learning"."question_versions" enable row level security, force row level security;
create policy open on "learning"."question_versions" to lms_learning using (true) with check (true);
create policy wall on "learning"."question_versions" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."question_versions" to lms_learning;
create index "question_versions_school_id_quiz_id_index" on "learning"."question_versions" ("school_id", "quiz_id");

create table "learning"."questions" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "quiz_id" text collate "C" not null,
  "position" int not null,
  "label" text,
  "number" int not null,
  "content" jsonb not null,
  "points" int not null,
  "all_or_nothing" boolean not null,
  "explanation" text not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "named_since" int not null,
  primary key ("school_id", "id")
);
alter table "learning"."questions" enable row level security, force row level security;
create policy open on "learning"."questions" to lms_learning using (true) with check (true);
create policy wall on "learning"."questions" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."questions" to lms_learning;
create index "questions_school_id_position_id_index" on "learning"."questions" ("school_id", "position", "id");
create index "questions_school_id_created_at_id_index" on "learning"."questions" ("school_id", "created_at", "id");
create index "questions_school_id_quiz_id_position_index" on "learning"."questions" ("school_id", "quiz_id", "position");
create index "questions_school_id_quiz_id_created_at_id_index" on "learning"."questions" ("school_id", "quiz_id", "created_at", "id");

create table "learning"."quizzes" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "lesson_id" text collate "C" not null,
  "title" text not null,
  "description" text not null,
  "pass_percent" int not null,
  "attempts_allowed" int,
  "time_limit_seconds" int,
  "shuffle_questions" boolean not null,
  "shuffle_options" boolean not null,
  "draws" jsonb not null,
  "show" text collate "C" not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "learning"."quizzes" enable row level security, force row level security;
create policy open on "learning"."quizzes" to lms_learning using (true) with check (true);
create policy wall on "learning"."quizzes" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."quizzes" to lms_learning;
create index "quizzes_school_id_created_at_id_index" on "learning"."quizzes" ("school_id", "created_at", "id");
create index "quizzes_school_id_updated_at_id_index" on "learning"."quizzes" ("school_id", "updated_at", "id");
create index "quizzes_school_id_title_id_index" on "learning"."quizzes" ("school_id", "title", "id");
create index "quizzes_school_id_lesson_id_created_at_id_index" on "learning"."quizzes" ("school_id", "lesson_id", "created_at", "id");
create index "quizzes_school_id_course_id_created_at_id_index" on "learning"."quizzes" ("school_id", "course_id", "created_at", "id");
alter table "learning"."attempts" add constraint "attempts_status_check" check ("status" in ('in_progress', 'finished', 'reviewed'));
alter table "learning"."grades" add constraint "grades_state_check" check ("state" in ('in_review', 'passed', 'failed', 'submitted', 'returned', 'accepted'));
alter table "learning"."quizzes" add constraint "quizzes_show_check" check ("show" in ('never', 'score', 'after_finish', 'after_last_attempt', 'after_deadline'));
-- One running attempt of a person at a quiz.
create unique index "attempts_one_running" on "learning"."attempts" ("school_id", "user_id", "quiz_id") where status = 'in_progress';
