create table "crm"."message_templates" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "name" text not null,
  "transport" text collate "C" not null,
  "subject" text not null,
  "format" text collate "C" not null,
  "body" text not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "crm"."message_templates" enable row level security, force row level security;
create policy open on "crm"."message_templates" to lms_crm using (true) with check (true);
create policy wall on "crm"."message_templates" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."message_templates" to lms_crm;
create index "message_templates_school_id_created_at_id_index" on "crm"."message_templates" ("school_id", "created_at", "id");
create index "message_templates_school_id_updated_at_id_index" on "crm"."message_templates" ("school_id", "updated_at", "id");
alter table "crm"."message_templates" add constraint "message_templates_name_key" unique ("school_id", "name");
alter table "crm"."message_templates" add constraint "message_templates_transport_check" check ("transport" in ('email', 'sms', 'push', 'messenger', 'in_app'));
alter table "crm"."message_templates" add constraint "message_templates_format_check" check ("format" in ('markdown', 'html', 'text'));
