create table "users"."leads" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "created" boolean not null,
  "tag_ids" jsonb not null,
  "consent_ids" jsonb not null,
  "taken" jsonb,
  "created_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "users"."leads" enable row level security, force row level security;
create policy open on "users"."leads" to lms_users using (true) with check (true);
create policy wall on "users"."leads" as restrictive to lms_users using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "users"."leads" to lms_users;
create index "leads_school_id_user_id_id_index" on "users"."leads" ("school_id", "user_id", "id");
