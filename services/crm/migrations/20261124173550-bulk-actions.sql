create table "crm"."bulk_actions" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "segment_id" text collate "C" not null,
  "kind" text collate "C" not null,
  "course_id" text collate "C",
  "expires_at" timestamptz(3),
  "term_days" int,
  "group_id" text collate "C",
  "tag_id" text collate "C",
  "mailing_id" text collate "C",
  "dry_run" boolean not null,
  "status" text collate "C" not null,
  "failure" text collate "C",
  "counts" jsonb not null,
  "key_id" text collate "C" not null,
  "user_id" text collate "C",
  "finished_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "on_behalf" boolean not null,
  primary key ("school_id", "id")
);
alter table "crm"."bulk_actions" enable row level security, force row level security;
create policy open on "crm"."bulk_actions" to lms_crm using (true) with check (true);
create policy wall on "crm"."bulk_actions" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."bulk_actions" to lms_crm;
create index "bulk_actions_school_id_created_at_id_index" on "crm"."bulk_actions" ("school_id", "created_at", "id");
create index "bulk_actions_school_id_status_created_at_id_index" on "crm"."bulk_actions" ("school_id", "status", "created_at", "id");
create index "bulk_actions_school_id_segment_id_created_at_id_index" on "crm"."bulk_actions" ("school_id", "segment_id", "created_at", "id");
create index "bulk_actions_school_id_mailing_id_created_at_id_index" on "crm"."bulk_actions" ("school_id", "mailing_id", "created_at", "id");
create index "bulk_actions_school_id_user_id_created_at_id_index" on "crm"."bulk_actions" ("school_id", "user_id", "created_at", "id");

create table "crm"."bulk_people" (
  "school_id" text collate "C" not null,
  "bulk_action_id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "outcome" text collate "C" not null,
  "reason" text collate "C",
  primary key ("school_id", "bulk_action_id", "user_id")
);
alter table "crm"."bulk_people" enable row level security, force row level security;
create policy open on "crm"."bulk_people" to lms_crm using (true) with check (true);
create policy wall on "crm"."bulk_people" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."bulk_people" to lms_crm;
create index "bulk_people_school_id_bulk_action_id_outcome_user_id_index" on "crm"."bulk_people" ("school_id", "bulk_action_id", "outcome", "user_id");
create index "bulk_people_school_id_user_id_index" on "crm"."bulk_people" ("school_id", "user_id");
alter table "crm"."bulk_actions" add constraint "bulk_actions_kind_check" check ("kind" in ('grant_access', 'revoke_access', 'add_to_group', 'add_tag', 'send_mailing'));
alter table "crm"."bulk_actions" add constraint "bulk_actions_status_check" check ("status" in ('queued', 'running', 'finished', 'failed'));
alter table "crm"."bulk_actions" add constraint "bulk_actions_failure_check" check ("failure" in ('caller_without_right', 'unavailable'));
