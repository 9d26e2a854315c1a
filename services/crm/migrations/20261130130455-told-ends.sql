create table "crm"."told_ends" (
  "school_id" text collate "C" not null,
  "told_until" timestamptz(3) not null,
  primary key ("school_id")
);
alter table "crm"."told_ends" enable row level security, force row level security;
create policy open on "crm"."told_ends" to lms_crm using (true) with check (true);
create policy wall on "crm"."told_ends" as restrictive to lms_crm using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "crm"."told_ends" to lms_crm;
