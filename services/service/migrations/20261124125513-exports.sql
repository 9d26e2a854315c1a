create table "service"."exports" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "kind" text collate "C" not null,
  "list" text collate "C" not null,
  "query" text not null,
  "fields" jsonb,
  "expand" jsonb not null,
  "format" text collate "C" not null,
  "time_zone" text not null,
  "bom" boolean not null,
  "status" text collate "C" not null,
  "failure" text collate "C",
  "progress" jsonb not null,
  "warnings" jsonb not null,
  "size" bigint,
  "key_id" text collate "C" not null,
  "user_id" text collate "C",
  "expires_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "on_behalf" boolean not null,
  "cursor" text,
  "workbook" jsonb,
  "file_id" text collate "C" not null,
  "pieces" int not null,
  "written" boolean not null,
  "url" text,
  primary key ("school_id", "id")
);
alter table "service"."exports" enable row level security, force row level security;
create policy open on "service"."exports" to lms_service using (true) with check (true);
create policy wall on "service"."exports" as restrictive to lms_service using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "service"."exports" to lms_service;
create index "exports_school_id_created_at_id_index" on "service"."exports" ("school_id", "created_at", "id");
create index "exports_school_id_user_id_index" on "service"."exports" ("school_id", "user_id");
create index "exports_school_id_status_index" on "service"."exports" ("school_id", "status");

create table "service"."file_pieces" (
  "school_id" text collate "C" not null,
  "file_id" text collate "C" not null,
  "number" int not null,
  "content" text not null,
  primary key ("school_id", "file_id", "number")
);
alter table "service"."file_pieces" enable row level security, force row level security;
create policy open on "service"."file_pieces" to lms_service using (true) with check (true);
create policy wall on "service"."file_pieces" as restrictive to lms_service using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "service"."file_pieces" to lms_service;
alter table "service"."exports" add constraint "exports_kind_check" check ("kind" in ('list'));
alter table "service"."exports" add constraint "exports_format_check" check ("format" in ('csv', 'xlsx', 'jsonl'));
alter table "service"."exports" add constraint "exports_status_check" check ("status" in ('queued', 'running', 'ready', 'failed', 'expired'));
alter table "service"."exports" add constraint "exports_failure_check" check ("failure" in ('caller_without_right', 'list_refused', 'too_large', 'unavailable'));
