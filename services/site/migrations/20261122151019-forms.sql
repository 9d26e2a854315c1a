create table "site"."form_counts" (
  "school_id" text collate "C" not null,
  "form_id" text collate "C" not null,
  "slot" int not null,
  "submissions" bigint not null,
  primary key ("school_id", "form_id", "slot")
);
alter table "site"."form_counts" enable row level security, force row level security;
create policy open on "site"."form_counts" to lms_site using (true) with check (true);
create policy wall on "site"."form_counts" as restrictive to lms_site using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "site"."form_counts" to lms_site;

create table "site"."forms" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "name" text not null,
  "title" text not null,
  "fields" jsonb not null,
  "consents" jsonb not null,
  "submit_label" text,
  "thanks_text" text not null,
  "redirect_path" text collate "C",
  "tag_ids" jsonb not null,
  "mapping" jsonb not null,
  "allowed_origins" jsonb not null,
  "active" boolean not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "latest_consent_version" int not null,
  primary key ("school_id", "id")
);
alter table "site"."forms" enable row level security, force row level security;
create policy open on "site"."forms" to lms_site using (true) with check (true);
create policy wall on "site"."forms" as restrictive to lms_site using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "site"."forms" to lms_site;
create index "forms_school_id_created_at_id_index" on "site"."forms" ("school_id", "created_at", "id");
create index "forms_school_id_name_id_index" on "site"."forms" ("school_id", "name", "id");
