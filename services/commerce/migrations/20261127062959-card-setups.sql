create table "commerce"."card_setups" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "order_id" text collate "C" not null,
  "provider_id" text collate "C" not null,
  "status" text collate "C" not null,
  "failure" jsonb,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "provider_reference" text,
  "redirect_url" text,
  primary key ("school_id", "id")
);
alter table "commerce"."card_setups" enable row level security, force row level security;
create policy open on "commerce"."card_setups" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."card_setups" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."card_setups" to lms_commerce;
create index "card_setups_school_id_order_id_id_index" on "commerce"."card_setups" ("school_id", "order_id", "id");
create index "card_setups_school_id_user_id_id_index" on "commerce"."card_setups" ("school_id", "user_id", "id");
create index "card_setups_school_id_provider_id_provider_reference_index" on "commerce"."card_setups" ("school_id", "provider_id", "provider_reference");
alter table "commerce"."card_setups" add constraint "card_setups_status_check" check ("status" in ('pending', 'succeeded', 'failed'));
