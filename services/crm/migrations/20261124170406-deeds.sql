create table "crm"."deeds" (
  "school_id" text collate "C" not null,
  "key" text collate "C" not null,
  "made_at" timestamptz(3) not null,
  "result" jsonb,
  primary key ("school_id", "key")
);
alter table "crm"."deeds" enable row level security, force row level security;
create policy open on "crm"."deeds" to lms_crm using (true) with check (true);
create policy wall on "crm"."deeds" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."deeds" to lms_crm;
create index "deeds_school_id_made_at_index" on "crm"."deeds" ("school_id", "made_at");
