-- Attempts at quizzes whose open answers wait for a review wait in the queue of homework.
alter table "learning"."quizzes" add "review_hours" int not null default 72;
alter table "learning"."attempts" add "group_id" text collate "C" null;
alter table "learning"."attempts" add "curator_id" text collate "C" null;
alter table "learning"."attempts" add "claim_expires_at" timestamptz(3) null;
alter table "learning"."attempts" add "review_due_at" timestamptz(3) null;
create index "attempts_school_id_curator_id_id_index" on "learning"."attempts" ("school_id", "curator_id", "id");
alter table "learning"."review_queue" rename "submission_id" to "item_id";
alter index "learning"."review_queue_school_id_user_id_due_at_submission_id_index" rename to "review_queue_school_id_user_id_due_at_item_id_index";
alter index "learning"."review_queue_school_id_group_id_due_at_submission_id_index" rename to "review_queue_school_id_group_id_due_at_item_id_index";
alter index "learning"."review_queue_school_id_course_id_due_at_submission_id_index" rename to "review_queue_school_id_course_id_due_at_item_id_index";
-- What waits already is due as if it had waited since its end.
alter table "learning"."attempts" disable row level security;
alter table "learning"."enrollments" disable row level security;
alter table "learning"."review_queue" disable row level security;
update "learning"."attempts" t set "group_id" = e."group_id" from "learning"."enrollments" e
where e."school_id" = t."school_id" and e."id" = t."enrollment_id" and e."group_id" is not null;
update "learning"."attempts" t set "review_due_at" = t."finished_at" + interval '72 hours'
where t."status" <> 'running' and t."score" is null;
insert into "learning"."review_queue" ("school_id", "item_id", "user_id", "group_id", "course_id", "due_at")
select t."school_id", t."id", t."user_id", t."group_id", t."course_id", t."review_due_at" from "learning"."attempts" t
where t."status" <> 'running' and t."score" is null;
alter table "learning"."attempts" enable row level security;
alter table "learning"."enrollments" enable row level security;
alter table "learning"."review_queue" enable row level security;
