create table "service"."imports" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "kind" text collate "C" not null,
  "file_id" text collate "C" not null,
  "mapping" jsonb not null,
  "on_match" text collate "C" not null,
  "add" jsonb not null,
  "consent" jsonb,
  "dry_run" boolean not null,
  "encoding" text collate "C" not null,
  "delimiter" text collate "C" not null,
  "status" text collate "C" not null,
  "failure" text collate "C",
  "counts" jsonb not null,
  "key_id" text collate "C" not null,
  "user_id" text collate "C",
  "finished_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "on_behalf" boolean not null,
  "position" bigint not null,
  "errors" jsonb not null,
  "other_names" jsonb not null,
  "errors_file_id" text collate "C" not null,
  "pieces" int not null,
  "errors_size" bigint not null,
  "is_read" boolean not null,
  "url" text,
  "errors_expire_at" timestamptz(3),
  primary key ("school_id", "id")
);
alter table "service"."imports" enable row level security, force row level security;
create policy open on "service"."imports" to lms_service using (true) with check (true);
create policy wall on "service"."imports" as restrictive to lms_service using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "service"."imports" to lms_service;
create index "imports_school_id_created_at_id_index" on "service"."imports" ("school_id", "created_at", "id");
create index "imports_school_id_user_id_index" on "service"."imports" ("school_id", "user_id");
create index "imports_school_id_status_index" on "service"."imports" ("school_id", "status");
alter table "service"."imports" add constraint "imports_kind_check" check ("kind" in ('people'));
alter table "service"."imports" add constraint "imports_on_match_check" check ("on_match" in ('fill_empty', 'overwrite', 'skip'));
alter table "service"."imports" add constraint "imports_delimiter_check" check ("delimiter" in (',', ';', '	', '|'));
alter table "service"."imports" add constraint "imports_status_check" check ("status" in ('queued', 'running', 'done', 'failed'));
alter table "service"."imports" add constraint "imports_failure_check" check ("failure" in ('caller_without_right', 'file_missing', 'file_malformed', 'too_many_rows', 'unavailable'));
