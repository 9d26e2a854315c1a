create table "site"."redirects" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "from_path" text collate "C" not null,
  "target" text collate "C" not null,
  "permanent" boolean not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "site"."redirects" enable row level security, force row level security;
create policy open on "site"."redirects" to lms_site using (true) with check (true);
create policy wall on "site"."redirects" as restrictive to lms_site using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "site"."redirects" to lms_site;
create index "redirects_school_id_created_at_id_index" on "site"."redirects" ("school_id", "created_at", "id");
create index "redirects_school_id_from_path_id_index" on "site"."redirects" ("school_id", "from_path", "id");
create index "redirects_school_id_target_index" on "site"."redirects" ("school_id", "target");
alter table "site"."redirects" add constraint "redirects_from_path_key" unique ("school_id", "from_path");
