-- Categories of the gradebook, what counts in which, and what does not count for a person.
alter table "learning"."courses" add "grade_categories" jsonb not null default '[]';
alter table "learning"."quizzes" add "grade_category" text collate "C" null;
alter table "learning"."quizzes" add "extra_credit" boolean not null default false;
alter table "learning"."assignments" add "grade_category" text collate "C" null;
alter table "learning"."assignments" add "extra_credit" boolean not null default false;
alter table "learning"."lesson_overrides" add "excused" boolean not null default false;
