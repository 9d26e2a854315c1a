create table "crm"."preferences" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "all_off" boolean not null,
  "off_transports" jsonb not null,
  "off_topics" jsonb not null,
  "quiet_hours" jsonb,
  "time_zone" text,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "crm"."preferences" enable row level security, force row level security;
create policy open on "crm"."preferences" to lms_crm using (true) with check (true);
create policy wall on "crm"."preferences" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."preferences" to lms_crm;
create index "preferences_school_id_user_id_index" on "crm"."preferences" ("school_id", "user_id");

create table "crm"."settings" (
  "school_id" text collate "C" not null,
  "values" jsonb not null,
  "version" int not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id")
);
alter table "crm"."settings" enable row level security, force row level security;
create policy open on "crm"."settings" to lms_crm using (true) with check (true);
create policy wall on "crm"."settings" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."settings" to lms_crm;

create table "crm"."suppressions" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "user_id" text collate "C",
  "transport" text collate "C" not null,
  "address" text,
  "topic" text collate "C",
  "reason" text collate "C" not null,
  "comment" text not null,
  "message_id" text collate "C",
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "address_hash" text collate "C" not null,
  "topic_key" text collate "C" not null,
  primary key ("school_id", "id")
);
alter table "crm"."suppressions" enable row level security, force row level security;
create policy open on "crm"."suppressions" to lms_crm using (true) with check (true);
create policy wall on "crm"."suppressions" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."suppressions" to lms_crm;
create index "suppressions_school_id_created_at_id_index" on "crm"."suppressions" ("school_id", "created_at", "id");
create index "suppressions_school_id_user_id_created_at_id_index" on "crm"."suppressions" ("school_id", "user_id", "created_at", "id");
create index "suppressions_school_id_address_created_at_id_index" on "crm"."suppressions" ("school_id", "address", "created_at", "id");
alter table "crm"."suppressions" add constraint "suppressions_address_hash_topic_key_key" unique ("school_id", "address_hash", "topic_key");
alter table "crm"."message_templates" drop constraint "message_templates_transport_check";
alter table "crm"."message_templates" add constraint "message_templates_transport_check" check ("transport" in ('email', 'in_app'));
alter table "crm"."suppressions" add constraint "suppressions_transport_check" check ("transport" in ('email', 'in_app'));
alter table "crm"."suppressions" add constraint "suppressions_reason_check" check ("reason" in ('unsubscribed', 'hard_bounce', 'complaint', 'manual'));
