create table "site"."artifacts" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "status" text collate "C" not null,
  "name" text not null,
  "content_type" text not null,
  "size" bigint not null,
  "pieces" int not null,
  "expires_at" timestamptz(3) not null,
  "created_at" timestamptz(3) not null,
  "maker" text collate "C" not null,
  primary key ("school_id", "id")
);
alter table "site"."artifacts" enable row level security, force row level security;
create policy open on "site"."artifacts" to lms_site using (true) with check (true);
create policy wall on "site"."artifacts" as restrictive to lms_site using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "site"."artifacts" to lms_site;
alter table "site"."artifacts" add constraint "artifacts_status_check" check ("status" in ('storing', 'stored', 'failed'));
