create table "crm"."link_targets" (
  "school_id" text collate "C" not null,
  "owner" text collate "C" not null,
  "number" int not null,
  "target" text not null,
  primary key ("school_id", "owner", "number")
);
alter table "crm"."link_targets" enable row level security, force row level security;
create policy open on "crm"."link_targets" to lms_crm using (true) with check (true);
create policy wall on "crm"."link_targets" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."link_targets" to lms_crm;

create table "crm"."message_hits" (
  "school_id" text collate "C" not null,
  "message_id" text collate "C" not null,
  "number" int not null,
  "at" timestamptz(3) not null,
  "machine" boolean not null,
  "told" boolean not null,
  primary key ("school_id", "message_id", "number")
);
alter table "crm"."message_hits" enable row level security, force row level security;
create policy open on "crm"."message_hits" to lms_crm using (true) with check (true);
create policy wall on "crm"."message_hits" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."message_hits" to lms_crm;
