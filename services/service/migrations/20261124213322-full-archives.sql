create table "service"."archive_entries" (
  "school_id" text collate "C" not null,
  "export_id" text collate "C" not null,
  "number" int not null,
  "name" text not null,
  "sha256" text collate "C" not null,
  "place" bigint not null,
  "crc" bigint not null,
  "packed" bigint not null,
  "size" bigint not null,
  primary key ("school_id", "export_id", "number")
);
alter table "service"."archive_entries" enable row level security, force row level security;
create policy open on "service"."archive_entries" to lms_service using (true) with check (true);
create policy wall on "service"."archive_entries" as restrictive to lms_service using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "service"."archive_entries" to lms_service;
alter table "service"."exports" drop constraint "exports_format_check";
alter table "service"."exports" drop constraint "exports_kind_check";
alter table "service"."exports" add "archive" jsonb null;
alter table "service"."exports" add constraint "exports_format_check" check ("format" in ('csv', 'xlsx', 'jsonl', 'course', 'archive'));
alter table "service"."exports" add constraint "exports_kind_check" check ("kind" in ('list', 'course', 'full'));
