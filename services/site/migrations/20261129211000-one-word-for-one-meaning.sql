-- One word for one meaning: see `words` in @lms/contract. The owner changes the rows of all schools.
alter table "site"."form_submissions" rename "processed_at" to "finished_at";
alter table "site"."form_submissions" drop constraint "form_submissions_status_check";
alter table "site"."form_submissions" disable row level security;
update "site"."form_submissions" set "status" = 'finished' where "status" = 'processed';
alter table "site"."form_submissions" enable row level security;
alter table "site"."form_submissions" add constraint "form_submissions_status_check" check ("status" in ('received', 'finished', 'failed', 'spam'));
