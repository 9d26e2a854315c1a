create table "site"."form_submissions" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "form_id" text collate "C" not null,
  "status" text collate "C" not null,
  "user_id" text collate "C",
  "created_user" boolean not null,
  "answers" jsonb not null,
  "unmapped" jsonb not null,
  "consents" jsonb not null,
  "source" text collate "C" not null,
  "page_url" text not null,
  "referrer" text not null,
  "utm" jsonb not null,
  "spam_reason" text collate "C",
  "not_taken_back" jsonb not null,
  "processed_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "fingerprint" text collate "C",
  "gave" jsonb not null,
  "told" boolean not null,
  primary key ("school_id", "id")
);
alter table "site"."form_submissions" enable row level security, force row level security;
create policy open on "site"."form_submissions" to lms_site using (true) with check (true);
create policy wall on "site"."form_submissions" as restrictive to lms_site using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "site"."form_submissions" to lms_site;
create index "form_submissions_school_id_created_at_id_index" on "site"."form_submissions" ("school_id", "created_at", "id");
create index "form_submissions_school_id_form_id_created_at_id_index" on "site"."form_submissions" ("school_id", "form_id", "created_at", "id");
create index "form_submissions_school_id_status_created_at_id_index" on "site"."form_submissions" ("school_id", "status", "created_at", "id");
create index "form_submissions_school_id_user_id_created_at_id_index" on "site"."form_submissions" ("school_id", "user_id", "created_at", "id");
create index "form_submissions_school_id_fingerprint_created_at_index" on "site"."form_submissions" ("school_id", "fingerprint", "created_at");

alter table "site"."form_submissions" add constraint "form_submissions_status_check" check ("status" in ('received', 'processed', 'failed', 'spam'));
alter table "site"."form_submissions" add constraint "form_submissions_source_check" check ("source" in ('page', 'script', 'external'));
alter table "site"."form_submissions" add constraint "form_submissions_spam_reason_check" check ("spam_reason" in ('honeypot', 'too_fast', 'foreign_origin', 'too_many', 'marked'));
