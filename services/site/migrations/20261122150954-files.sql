create table "site"."files" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "name" text collate "C" not null,
  "folder" text collate "C" not null,
  "alt" text not null,
  "content_type" text collate "C" not null,
  "size" bigint not null,
  "sha256" text collate "C",
  "status" text collate "C" not null,
  "problem" text collate "C",
  "width" int,
  "height" int,
  "variants" jsonb not null,
  "ready_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "upload_id" text collate "C",
  primary key ("school_id", "id")
);
alter table "site"."files" enable row level security, force row level security;
create policy open on "site"."files" to lms_site using (true) with check (true);
create policy wall on "site"."files" as restrictive to lms_site using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "site"."files" to lms_site;
create index "files_school_id_created_at_id_index" on "site"."files" ("school_id", "created_at", "id");
create index "files_school_id_name_id_index" on "site"."files" ("school_id", "name", "id");
create index "files_school_id_size_id_index" on "site"."files" ("school_id", "size", "id");
create index "files_school_id_folder_index" on "site"."files" ("school_id", "folder");
create index "files_school_id_content_type_index" on "site"."files" ("school_id", "content_type");
create index "files_school_id_sha256_index" on "site"."files" ("school_id", "sha256");

create table "site"."storage_use" (
  "school_id" text collate "C" not null,
  "files" int not null,
  "bytes" bigint not null,
  primary key ("school_id")
);
alter table "site"."storage_use" enable row level security, force row level security;
create policy open on "site"."storage_use" to lms_site using (true) with check (true);
create policy wall on "site"."storage_use" as restrictive to lms_site using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "site"."storage_use" to lms_site;
alter table "site"."files" add constraint "files_status_check" check ("status" in ('uploading', 'checking', 'ready', 'rejected'));
alter table "site"."files" add constraint "files_problem_check" check ("problem" in ('size_differs', 'hash_differs', 'type_differs', 'too_many_pixels', 'infected', 'unreadable'));
