create table "site"."page_drafts" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "blocks" jsonb not null,
  "saved_at" timestamptz(3) not null,
  "version" int not null,
  primary key ("school_id", "id")
);
alter table "site"."page_drafts" enable row level security, force row level security;
create policy open on "site"."page_drafts" to lms_site using (true) with check (true);
create policy wall on "site"."page_drafts" as restrictive to lms_site using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "site"."page_drafts" to lms_site;

create table "site"."page_uses" (
  "school_id" text collate "C" not null,
  "object_id" text collate "C" not null,
  "page_id" text collate "C" not null,
  "place" text collate "C" not null,
  primary key ("school_id", "object_id", "page_id", "place")
);
alter table "site"."page_uses" enable row level security, force row level security;
create policy open on "site"."page_uses" to lms_site using (true) with check (true);
create policy wall on "site"."page_uses" as restrictive to lms_site using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "site"."page_uses" to lms_site;
create index "page_uses_school_id_page_id_place_index" on "site"."page_uses" ("school_id", "page_id", "place");

create table "site"."page_versions" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "page_id" text collate "C" not null,
  "number" int not null,
  "title" text not null,
  "blocks" jsonb not null,
  "created_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "site"."page_versions" enable row level security, force row level security;
create policy open on "site"."page_versions" to lms_site using (true) with check (true);
create policy wall on "site"."page_versions" as restrictive to lms_site using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "site"."page_versions" to lms_site;
alter table "site"."page_versions" add constraint "page_versions_page_id_number_key" unique ("school_id", "page_id", "number");

create table "site"."pages" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "path" text collate "C" not null,
  "title" text not null,
  "description" text not null,
  "image_file_id" text collate "C",
  "indexed" boolean not null,
  "status" text collate "C" not null,
  "publish_at" timestamptz(3),
  "published_at" timestamptz(3),
  "published_number" int,
  "has_changes" boolean not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "versions_made" int not null,
  primary key ("school_id", "id")
);
alter table "site"."pages" enable row level security, force row level security;
create policy open on "site"."pages" to lms_site using (true) with check (true);
create policy wall on "site"."pages" as restrictive to lms_site using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "site"."pages" to lms_site;
create index "pages_school_id_created_at_id_index" on "site"."pages" ("school_id", "created_at", "id");
create index "pages_school_id_updated_at_id_index" on "site"."pages" ("school_id", "updated_at", "id");
create index "pages_school_id_title_id_index" on "site"."pages" ("school_id", "title", "id");
alter table "site"."pages" add constraint "pages_path_key" unique ("school_id", "path");
alter table "site"."pages" add constraint "pages_status_check" check ("status" in ('draft', 'published'));
-- A page is published if, and only if, visitors see a version of it.
alter table "site"."pages" add check (("status" = 'published') = ("published_number" is not null));
alter table "site"."page_uses" add check ("place" in ('draft', 'published', 'picture'));
