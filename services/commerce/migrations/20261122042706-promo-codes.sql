create table "commerce"."promo_codes" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "code" text collate "C" not null,
  "description" text not null,
  "kind" text collate "C" not null,
  "percent_off" int,
  "amount_off" bigint,
  "currency" text collate "C",
  "gift_offer_id" text collate "C",
  "offer_ids" jsonb not null,
  "group_ids" jsonb not null,
  "first_order_only" boolean not null,
  "max_uses" int,
  "max_uses_per_person" int,
  "starts_at" timestamptz(3),
  "ends_at" timestamptz(3),
  "active" boolean not null,
  "uses_count" int not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "commerce"."promo_codes" enable row level security, force row level security;
create policy open on "commerce"."promo_codes" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."promo_codes" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."promo_codes" to lms_commerce;
create index "promo_codes_school_id_created_at_id_index" on "commerce"."promo_codes" ("school_id", "created_at", "id");
create index "promo_codes_school_id_updated_at_id_index" on "commerce"."promo_codes" ("school_id", "updated_at", "id");
create index "promo_codes_school_id_code_id_index" on "commerce"."promo_codes" ("school_id", "code", "id");
alter table "commerce"."promo_codes" add constraint "promo_codes_code_key" unique ("school_id", "code");
alter table "commerce"."promo_codes" add constraint "promo_codes_kind_check" check ("kind" in ('percent', 'amount', 'gift'));
