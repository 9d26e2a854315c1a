alter table "learning"."enrollments" add "is_completion_told" boolean not null default false;
alter table "learning"."lesson_progress" add "taken_back_at" timestamptz(3) null;
