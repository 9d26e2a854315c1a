create table "learning"."certificate_designs" (
  "school_id" text collate "C" not null,
  "template_id" text collate "C" not null,
  "number" int not null,
  "design" jsonb not null,
  "created_at" timestamptz(3) not null,
  primary key ("school_id", "template_id", "number")
);
alter table "learning"."certificate_designs" enable row level security, force row level security;
create policy open on "learning"."certificate_designs" to lms_learning using (true) with check (true);
create policy wall on "learning"."certificate_designs" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."certificate_designs" to lms_learning;

create table "learning"."certificate_templates" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "name" text not null,
  "course_ids" jsonb not null,
  "page" jsonb not null,
  "language" text not null,
  "background_file_id" text collate "C",
  "boxes" jsonb not null,
  "design_version" int not null,
  "issued_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "learning"."certificate_templates" enable row level security, force row level security;
create policy open on "learning"."certificate_templates" to lms_learning using (true) with check (true);
create policy wall on "learning"."certificate_templates" as restrictive to lms_learning using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "learning"."certificate_templates" to lms_learning;
create index "certificate_templates_school_id_created_at_id_index" on "learning"."certificate_templates" ("school_id", "created_at", "id");
create index "certificate_templates_school_id_updated_at_id_index" on "learning"."certificate_templates" ("school_id", "updated_at", "id");
create index "certificate_templates_school_id_name_id_index" on "learning"."certificate_templates" ("school_id", "name", "id");
