create table "users"."effects" (
  "school_id" text collate "C" not null,
  "key" text collate "C" not null,
  "made_at" timestamptz(3) not null,
  "result" jsonb,
  primary key ("school_id", "key")
);
alter table "users"."effects" enable row level security, force row level security;
create policy open on "users"."effects" to lms_users using (true) with check (true);
create policy wall on "users"."effects" as restrictive to lms_users using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "users"."effects" to lms_users;
create index "effects_school_id_made_at_index" on "users"."effects" ("school_id", "made_at");
