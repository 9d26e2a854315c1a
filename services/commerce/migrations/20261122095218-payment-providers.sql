create table "commerce"."payment_methods" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "provider_id" text collate "C" not null,
  "brand" text not null,
  "last4" text not null,
  "expires" text,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "sealed" text not null,
  primary key ("school_id", "id")
);
alter table "commerce"."payment_methods" enable row level security, force row level security;
create policy open on "commerce"."payment_methods" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."payment_methods" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."payment_methods" to lms_commerce;
create index "payment_methods_school_id_user_id_id_index" on "commerce"."payment_methods" ("school_id", "user_id", "id");
create index "payment_methods_school_id_provider_id_index" on "commerce"."payment_methods" ("school_id", "provider_id");
create index "payment_methods_id_index" on "commerce"."payment_methods" ("id");

create table "commerce"."payment_providers" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "kind" text collate "C" not null,
  "name" text not null,
  "mode" text collate "C" not null,
  "active" boolean not null,
  "position" int not null,
  "currencies" jsonb not null,
  "instructions" text not null,
  "secret_names" jsonb not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "sealed" text,
  primary key ("school_id", "id")
);
alter table "commerce"."payment_providers" enable row level security, force row level security;
create policy open on "commerce"."payment_providers" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."payment_providers" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."payment_providers" to lms_commerce;
create index "payment_providers_school_id_created_at_id_index" on "commerce"."payment_providers" ("school_id", "created_at", "id");
create index "payment_providers_school_id_position_id_index" on "commerce"."payment_providers" ("school_id", "position", "id");
create index "payment_providers_id_index" on "commerce"."payment_providers" ("id");
alter table "commerce"."payments" add "redirect_url" text null, add "payment_method_id" text collate "C" null;
create index "payments_school_id_provider_id_id_index" on "commerce"."payments" ("school_id", "provider_id", "id");
create index "payments_school_id_provider_id_provider_reference_index" on "commerce"."payments" ("school_id", "provider_id", "provider_reference");
alter table "commerce"."payment_providers" add constraint "payment_providers_kind_check" check ("kind" in ('manual', 'test', 'stripe'));
alter table "commerce"."payment_providers" add constraint "payment_providers_mode_check" check ("mode" in ('test', 'live'));

-- The workers that encrypt secrets again look over all schools.
create policy workers on "commerce"."payment_providers" to lms_commerce_system using (true) with check (true);
grant select, update on "commerce"."payment_providers" to lms_commerce_system;
create policy workers on "commerce"."payment_methods" to lms_commerce_system using (true) with check (true);
grant select, update on "commerce"."payment_methods" to lms_commerce_system;
