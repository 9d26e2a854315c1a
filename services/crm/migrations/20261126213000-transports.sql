create table "crm"."setting_secrets" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "sealed" text not null,
  primary key ("school_id", "id")
);
alter table "crm"."setting_secrets" enable row level security, force row level security;
create policy open on "crm"."setting_secrets" to lms_crm using (true) with check (true);
create policy wall on "crm"."setting_secrets" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."setting_secrets" to lms_crm;

create table "crm"."transport_rates" (
  "school_id" text collate "C" not null,
  "transport" text collate "C" not null,
  "minute" timestamptz(3) not null,
  "taken" int not null,
  primary key ("school_id", "transport")
);
alter table "crm"."transport_rates" enable row level security, force row level security;
create policy open on "crm"."transport_rates" to lms_crm using (true) with check (true);
create policy wall on "crm"."transport_rates" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."transport_rates" to lms_crm;
alter table "crm"."mailings" drop constraint "mailings_transport_check";
alter table "crm"."mailings" add constraint "mailings_transport_check" check ("transport" in ('email', 'telegram', 'sms', 'push', 'in_app'));
alter table "crm"."message_templates" drop constraint "message_templates_transport_check";
alter table "crm"."message_templates" add constraint "message_templates_transport_check" check ("transport" in ('email', 'telegram', 'sms', 'push', 'in_app'));
alter table "crm"."messages" drop constraint "messages_transport_check";
alter table "crm"."messages" add constraint "messages_transport_check" check ("transport" in ('email', 'telegram', 'sms', 'push', 'in_app'));
alter table "crm"."suppressions" drop constraint "suppressions_transport_check";
alter table "crm"."suppressions" add constraint "suppressions_transport_check" check ("transport" in ('email', 'telegram', 'sms', 'push', 'in_app'));
-- Encrypted again when the key ring has a new first key.
create policy workers on "crm"."setting_secrets" to lms_crm_system using (true) with check (true);
grant select, update on "crm"."setting_secrets" to lms_crm_system;
create index "setting_secrets_id_index" on "crm"."setting_secrets" ("id");
