create table "service"."restores" (
  "school_id" text collate "C" not null,
  "status" text collate "C" not null,
  "dry_run" boolean not null,
  "file_id" text collate "C" not null,
  "size" bigint not null,
  "received" bigint not null,
  "place" jsonb not null,
  "report" jsonb not null,
  "problem" text,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id")
);
alter table "service"."restores" enable row level security, force row level security;
create policy open on "service"."restores" to lms_service using (true) with check (true);
create policy wall on "service"."restores" as restrictive to lms_service using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "service"."restores" to lms_service;
