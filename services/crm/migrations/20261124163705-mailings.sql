create table "crm"."mailings" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "name" text not null,
  "transport" text collate "C" not null,
  "topic" text collate "C" not null,
  "subject" text not null,
  "format" text collate "C" not null,
  "body" text not null,
  "audience" jsonb not null,
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
alter table "crm"."mailings" enable row level security, force row level security;
create policy open on "crm"."mailings" to lms_crm using (true) with check (true);
create policy wall on "crm"."mailings" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."mailings" to lms_crm;
create index "mailings_school_id_created_at_id_index" on "crm"."mailings" ("school_id", "created_at", "id");
create index "mailings_school_id_updated_at_id_index" on "crm"."mailings" ("school_id", "updated_at", "id");
create index "mailings_school_id_name_id_index" on "crm"."mailings" ("school_id", "name", "id");
create index "mailings_school_id_status_created_at_id_index" on "crm"."mailings" ("school_id", "status", "created_at", "id");
alter table "crm"."messages" add "mailing_id" text collate "C" null, add "origin" text collate "C" null, add "shard" int not null default 0;
alter table "crm"."messages" alter "shard" drop default;
create index "messages_school_id_mailing_id_created_at_id_index" on "crm"."messages" ("school_id", "mailing_id", "created_at", "id");
create index "messages_school_id_origin_status_reason_index" on "crm"."messages" ("school_id", "origin", "status", "reason");
create index "messages_school_id_origin_shard_send_after_id_index" on "crm"."messages" ("school_id", "origin", "shard", "send_after", "id");
create index "messages_school_id_origin_address_hash_index" on "crm"."messages" ("school_id", "origin", "address_hash");
create index "messages_school_id_origin_user_id_index" on "crm"."messages" ("school_id", "origin", "user_id");
alter table "crm"."mailings" add constraint "mailings_transport_check" check ("transport" in ('email', 'in_app'));
alter table "crm"."mailings" add constraint "mailings_format_check" check ("format" in ('markdown', 'html', 'text'));
alter table "crm"."mailings" add constraint "mailings_status_check" check ("status" in ('draft', 'scheduled', 'sending', 'sent', 'stopped'));
