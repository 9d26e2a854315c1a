create table "commerce"."checkouts" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "status" text collate "C" not null,
  "user_id" text collate "C",
  "email" text,
  "phone" text collate "C",
  "first_name" text not null,
  "last_name" text not null,
  "items" jsonb not null,
  "amount" bigint not null,
  "items_amount" bigint not null,
  "discount_amount" bigint not null,
  "tax_added_amount" bigint not null,
  "tax_included_amount" bigint not null,
  "currency" text collate "C" not null,
  "as_gift" boolean not null,
  "country" text collate "C",
  "utm" jsonb not null,
  "referrer" text not null,
  "order_id" text collate "C",
  "abandoned_at" timestamptz(3),
  "confirmed_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "email_key" text collate "C",
  primary key ("school_id", "id")
);
alter table "commerce"."checkouts" enable row level security, force row level security;
create policy open on "commerce"."checkouts" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."checkouts" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."checkouts" to lms_commerce;
create index "checkouts_school_id_created_at_id_index" on "commerce"."checkouts" ("school_id", "created_at", "id");
create index "checkouts_school_id_updated_at_id_index" on "commerce"."checkouts" ("school_id", "updated_at", "id");
create index "checkouts_school_id_status_created_at_id_index" on "commerce"."checkouts" ("school_id", "status", "created_at", "id");
create index "checkouts_school_id_user_id_created_at_id_index" on "commerce"."checkouts" ("school_id", "user_id", "created_at", "id");
create index "checkouts_school_id_email_key_created_at_id_index" on "commerce"."checkouts" ("school_id", "email_key", "created_at", "id");
create index "checkouts_school_id_phone_created_at_id_index" on "commerce"."checkouts" ("school_id", "phone", "created_at", "id");
alter table "commerce"."checkouts" add constraint "checkouts_status_check" check ("status" in ('open', 'abandoned', 'confirmed'));

-- Unfinished checkouts have none of these.
create index on "commerce"."checkouts" ("school_id", "order_id") where "order_id" is not null;
create index on "commerce"."checkouts" ("school_id", "abandoned_at") where "abandoned_at" is not null;
create index on "commerce"."checkouts" ("school_id", "confirmed_at") where "confirmed_at" is not null;
