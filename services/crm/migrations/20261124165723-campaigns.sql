create table "crm"."campaigns" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "name" text not null,
  "topic" text collate "C" not null,
  "audience" jsonb not null,
  "messages" jsonb not null,
  "status" text collate "C" not null,
  "scheduled_at" timestamptz(3),
  "started_at" timestamptz(3),
  "finished_at" timestamptz(3),
  "counts" jsonb not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "crm"."campaigns" enable row level security, force row level security;
create policy open on "crm"."campaigns" to lms_crm using (true) with check (true);
create policy wall on "crm"."campaigns" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."campaigns" to lms_crm;
create index "campaigns_school_id_created_at_id_index" on "crm"."campaigns" ("school_id", "created_at", "id");
create index "campaigns_school_id_updated_at_id_index" on "crm"."campaigns" ("school_id", "updated_at", "id");
create index "campaigns_school_id_name_id_index" on "crm"."campaigns" ("school_id", "name", "id");
create index "campaigns_school_id_status_created_at_id_index" on "crm"."campaigns" ("school_id", "status", "created_at", "id");
alter table "crm"."messages" drop constraint "messages_reason_check";
alter table "crm"."messages" add "campaign_id" text collate "C" null, add "step" int null, add "variant" int null, add "opened_at" timestamptz(3) null, add "clicked_at" timestamptz(3) null, add "unsubscribed_at" timestamptz(3) null;
create index "messages_school_id_campaign_id_created_at_id_index" on "crm"."messages" ("school_id", "campaign_id", "created_at", "id");
alter table "crm"."messages" add constraint "messages_reason_check" check ("reason" in ('deleted', 'no_address', 'suppressed', 'no_consent', 'topic_off', 'duplicate_address', 'frequency_cap', 'expired', 'opened', 'template_error'));
alter table "crm"."campaigns" add constraint "campaigns_status_check" check ("status" in ('draft', 'scheduled', 'sending', 'sent', 'stopped'));
