create table "commerce"."tax_rates" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "country" text collate "C" not null,
  "kind" text collate "C" not null,
  "name" text not null,
  "basis_points" int not null,
  "included" boolean not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "commerce"."tax_rates" enable row level security, force row level security;
create policy open on "commerce"."tax_rates" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."tax_rates" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."tax_rates" to lms_commerce;
create index "tax_rates_school_id_country_id_index" on "commerce"."tax_rates" ("school_id", "country", "id");
create index "tax_rates_school_id_created_at_id_index" on "commerce"."tax_rates" ("school_id", "created_at", "id");
alter table "commerce"."tax_rates" add constraint "tax_rates_country_kind_key" unique ("school_id", "country", "kind");
alter table "commerce"."tax_rates" add constraint "tax_rates_kind_check" check ("kind" in ('any', 'course', 'group', 'webinar', 'other'));
