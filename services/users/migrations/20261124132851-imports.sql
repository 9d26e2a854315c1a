create table "users"."import_notes" (
  "school_id" text collate "C" not null,
  "import_id" text collate "C" not null,
  "key" text collate "C" not null,
  "noted_id" text collate "C" not null,
  "person" jsonb,
  primary key ("school_id", "import_id", "key", "noted_id")
);
alter table "users"."import_notes" enable row level security, force row level security;
create policy open on "users"."import_notes" to lms_users using (true) with check (true);
create policy wall on "users"."import_notes" as restrictive to lms_users using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "users"."import_notes" to lms_users;
