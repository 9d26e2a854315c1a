create table "learning"."assignments" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "lesson_id" text collate "C" not null,
  "title" text not null,
  "text" text not null,
  "max_score" int,
  "review_hours" int not null,
  "late" text collate "C" not null,
  "penalty_percent" int,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "learning"."assignments" enable row level security, force row level security;
create policy open on "learning"."assignments" to lms_learning using (true) with check (true);
create policy wall on "learning"."assignments" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."assignments" to lms_learning;
create index "assignments_school_id_created_at_id_index" on "learning"."assignments" ("school_id", "created_at", "id");
create index "assignments_school_id_updated_at_id_index" on "learning"."assignments" ("school_id", "updated_at", "id");
create index "assignments_school_id_title_id_index" on "learning"."assignments" ("school_id", "title", "id");
create index "assignments_school_id_lesson_id_created_at_id_index" on "learning"."assignments" ("school_id", "lesson_id", "created_at", "id");
create index "assignments_school_id_course_id_created_at_id_index" on "learning"."assignments" ("school_id", "course_id", "created_at", "id");

create table "learning"."curators" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "curator_id" text collate "C" not null,
  "user_id" text collate "C",
  "group_id" text collate "C",
  "course_id" text collate "C",
  "max_load" int,
  "absent_from" timestamptz(3),
  "absent_until" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "learning"."curators" enable row level security, force row level security;
create policy open on "learning"."curators" to lms_learning using (true) with check (true);
create policy wall on "learning"."curators" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."curators" to lms_learning;
create index "curators_school_id_created_at_id_index" on "learning"."curators" ("school_id", "created_at", "id");
create index "curators_school_id_updated_at_id_index" on "learning"."curators" ("school_id", "updated_at", "id");
create index "curators_school_id_curator_id_created_at_id_index" on "learning"."curators" ("school_id", "curator_id", "created_at", "id");
create index "curators_school_id_user_id_created_at_id_index" on "learning"."curators" ("school_id", "user_id", "created_at", "id");
create index "curators_school_id_group_id_created_at_id_index" on "learning"."curators" ("school_id", "group_id", "created_at", "id");
create index "curators_school_id_course_id_created_at_id_index" on "learning"."curators" ("school_id", "course_id", "created_at", "id");

create table "learning"."review_queue" (
  "school_id" text collate "C" not null,
  "submission_id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "group_id" text collate "C",
  "course_id" text collate "C" not null,
  "due_at" timestamptz(3) not null,
  primary key ("school_id", "submission_id")
);
alter table "learning"."review_queue" enable row level security, force row level security;
create policy open on "learning"."review_queue" to lms_learning using (true) with check (true);
create policy wall on "learning"."review_queue" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."review_queue" to lms_learning;
create index "review_queue_school_id_user_id_due_at_submission_id_index" on "learning"."review_queue" ("school_id", "user_id", "due_at", "submission_id");
create index "review_queue_school_id_group_id_due_at_submission_id_index" on "learning"."review_queue" ("school_id", "group_id", "due_at", "submission_id");
create index "review_queue_school_id_course_id_due_at_submission_id_index" on "learning"."review_queue" ("school_id", "course_id", "due_at", "submission_id");

create table "learning"."submission_attempts" (
  "school_id" text collate "C" not null,
  "submission_id" text collate "C" not null,
  "number" int not null,
  "sent_at" timestamptz(3) not null,
  "text" text not null,
  "file_ids" jsonb not null,
  primary key ("school_id", "submission_id", "number")
);
alter table "learning"."submission_attempts" enable row level security, force row level security;
create policy open on "learning"."submission_attempts" to lms_learning using (true) with check (true);
create policy wall on "learning"."submission_attempts" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."submission_attempts" to lms_learning;

create table "learning"."submission_comments" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "submission_id" text collate "C" not null,
  "author_id" text collate "C",
  "by" text collate "C" not null,
  "text" text not null,
  "file_ids" jsonb not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "learning"."submission_comments" enable row level security, force row level security;
create policy open on "learning"."submission_comments" to lms_learning using (true) with check (true);
create policy wall on "learning"."submission_comments" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."submission_comments" to lms_learning;
create index "submission_comments_school_id_created_at_id_index" on "learning"."submission_comments" ("school_id", "created_at", "id");
create index "submission_comments_school_id_submission_id_created_at_id_index" on "learning"."submission_comments" ("school_id", "submission_id", "created_at", "id");
create index "submission_comments_school_id_author_id_index" on "learning"."submission_comments" ("school_id", "author_id");

create table "learning"."submission_files" (
  "school_id" text collate "C" not null,
  "object_id" text collate "C" not null,
  "submission_id" text collate "C" not null,
  primary key ("school_id", "object_id", "submission_id")
);
alter table "learning"."submission_files" enable row level security, force row level security;
create policy open on "learning"."submission_files" to lms_learning using (true) with check (true);
create policy wall on "learning"."submission_files" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."submission_files" to lms_learning;

create table "learning"."submissions" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "assignment_id" text collate "C" not null,
  "lesson_id" text collate "C" not null,
  "course_id" text collate "C" not null,
  "enrollment_id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "group_id" text collate "C",
  "status" text collate "C" not null,
  "number" int not null,
  "text" text not null,
  "file_ids" jsonb not null,
  "sent_at" timestamptz(3),
  "deadline_at" timestamptz(3),
  "days_late" int not null,
  "curator_id" text collate "C",
  "claimed_until" timestamptz(3),
  "review_due_at" timestamptz(3),
  "score" int,
  "given_score" int,
  "comment" text not null,
  "late" text collate "C",
  "history" jsonb not null,
  "accepted_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "learning"."submissions" enable row level security, force row level security;
create policy open on "learning"."submissions" to lms_learning using (true) with check (true);
create policy wall on "learning"."submissions" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."submissions" to lms_learning;
create index "submissions_school_id_created_at_id_index" on "learning"."submissions" ("school_id", "created_at", "id");
create index "submissions_school_id_updated_at_id_index" on "learning"."submissions" ("school_id", "updated_at", "id");
create index "submissions_school_id_assignment_id_created_at_id_index" on "learning"."submissions" ("school_id", "assignment_id", "created_at", "id");
create index "submissions_school_id_lesson_id_created_at_id_index" on "learning"."submissions" ("school_id", "lesson_id", "created_at", "id");
create index "submissions_school_id_course_id_created_at_id_index" on "learning"."submissions" ("school_id", "course_id", "created_at", "id");
create index "submissions_school_id_user_id_created_at_id_index" on "learning"."submissions" ("school_id", "user_id", "created_at", "id");
create index "submissions_school_id_group_id_created_at_id_index" on "learning"."submissions" ("school_id", "group_id", "created_at", "id");
create index "submissions_school_id_curator_id_status_id_index" on "learning"."submissions" ("school_id", "curator_id", "status", "id");
create index "submissions_school_id_status_created_at_id_index" on "learning"."submissions" ("school_id", "status", "created_at", "id");
alter table "learning"."submissions" add constraint "submissions_enrollment_id_assignment_id_key" unique ("school_id", "enrollment_id", "assignment_id");
alter table "learning"."assignments" add constraint "assignments_late_check" check ("late" in ('accept', 'mark', 'refuse', 'penalty'));
alter table "learning"."submission_comments" add constraint "submission_comments_by_check" check ("by" in ('student', 'school'));
alter table "learning"."submissions" add constraint "submissions_status_check" check ("status" in ('draft', 'submitted', 'in_review', 'returned', 'accepted', 'withdrawn'));
alter table "learning"."submissions" add constraint "submissions_late_check" check ("late" in ('student', 'curator'));
-- A curator is assigned once to each person, flow or course.
create unique index "curators_user" on "learning"."curators" ("school_id", "curator_id", "user_id") where user_id is not null;
create unique index "curators_group" on "learning"."curators" ("school_id", "curator_id", "group_id") where group_id is not null;
create unique index "curators_course" on "learning"."curators" ("school_id", "curator_id", "course_id") where course_id is not null;
