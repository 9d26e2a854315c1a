create table "crm"."messages" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "transport" text collate "C" not null,
  "topic" text collate "C" not null,
  "template_id" text collate "C",
  "template_version" int,
  "status" text collate "C" not null,
  "reason" text collate "C",
  "address" text,
  "subject" text not null,
  "text" text,
  "answer" text not null,
  "send_after" timestamptz(3),
  "expires_at" timestamptz(3),
  "sent_at" timestamptz(3),
  "delivered_at" timestamptz(3),
  "bounced_at" timestamptz(3),
  "timeline" jsonb not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "content" jsonb,
  "variables" jsonb,
  "address_hash" text collate "C",
  "tries" int not null,
  primary key ("school_id", "id")
);
alter table "crm"."messages" enable row level security, force row level security;
create policy open on "crm"."messages" to lms_crm using (true) with check (true);
create policy wall on "crm"."messages" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."messages" to lms_crm;
create index "messages_school_id_created_at_id_index" on "crm"."messages" ("school_id", "created_at", "id");
create index "messages_school_id_user_id_created_at_id_index" on "crm"."messages" ("school_id", "user_id", "created_at", "id");
create index "messages_school_id_user_id_transport_sent_at_index" on "crm"."messages" ("school_id", "user_id", "transport", "sent_at");
create index "messages_school_id_status_created_at_id_index" on "crm"."messages" ("school_id", "status", "created_at", "id");
create index "messages_school_id_template_id_created_at_id_index" on "crm"."messages" ("school_id", "template_id", "created_at", "id");
alter table "crm"."messages" add constraint "messages_transport_check" check ("transport" in ('email', 'in_app'));
alter table "crm"."messages" add constraint "messages_status_check" check ("status" in ('queued', 'handing', 'deferred', 'sent', 'refused', 'unknown', 'skipped', 'removed'));
alter table "crm"."messages" add constraint "messages_reason_check" check ("reason" in ('deleted', 'no_address', 'suppressed', 'no_consent', 'topic_off', 'duplicate_address', 'frequency_cap', 'expired', 'template_error'));
