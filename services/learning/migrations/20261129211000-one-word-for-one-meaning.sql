-- One word for one meaning: see `words` in @lms/contract. The owner changes the rows of all schools.
alter table "learning"."enrollments" rename "deadline_at" to "due_at";
alter table "learning"."lesson_overrides" rename "deadline_at" to "due_at";
alter table "learning"."submissions" rename "deadline_at" to "due_at";
alter table "learning"."submissions" rename "claimed_until" to "claim_expires_at";
alter table "learning"."attempts" rename "deadline_at" to "due_at";
alter table "learning"."curators" rename "absent_from" to "absence_starts_at";
alter table "learning"."curators" rename "absent_until" to "absence_ends_at";
alter table "learning"."grades" rename "state" to "status";
alter table "learning"."grades" rename constraint "grades_state_check" to "grades_status_check";
drop index "learning"."attempts_one_running";
alter table "learning"."attempts" drop constraint "attempts_status_check";
alter table "learning"."attempts" disable row level security;
update "learning"."attempts" set "status" = 'running' where "status" = 'in_progress';
alter table "learning"."attempts" enable row level security;
alter table "learning"."attempts" add constraint "attempts_status_check" check ("status" in ('running', 'finished', 'reviewed'));
create unique index "attempts_one_running" on "learning"."attempts" ("school_id", "user_id", "quiz_id") where status = 'running';
alter table "learning"."comments" drop constraint "comments_status_check";
alter table "learning"."comments" disable row level security;
update "learning"."comments" set "status" = 'visible' where "status" = 'shown';
alter table "learning"."comments" enable row level security;
alter table "learning"."comments" add constraint "comments_status_check" check ("status" in ('visible', 'hidden'));
alter table "learning"."submissions" disable row level security;
update "learning"."submissions" c set "history" = (
  select coalesce(jsonb_agg((h.entry - 'return_deadline_at') || jsonb_build_object('return_due_at', h.entry -> 'return_deadline_at')
    order by h.place), '[]')
  from jsonb_array_elements(c."history") with ordinality h (entry, place))
where "history" <> '[]';
alter table "learning"."submissions" enable row level security;
alter table "learning"."enrollments" disable row level security;
update "learning"."enrollments" e set "freezes" = (
  select coalesce(jsonb_agg((f.entry - 'till') || jsonb_build_object('to', f.entry -> 'till') order by f.place), '[]')
  from jsonb_array_elements(e."freezes") with ordinality f (entry, place))
where "freezes" <> '[]';
alter table "learning"."enrollments" enable row level security;
