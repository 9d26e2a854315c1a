create table "commerce"."gifts" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "kind" text collate "C" not null,
  "status" text collate "C" not null,
  "hint" text not null,
  "offer_id" text collate "C",
  "name" text not null,
  "amount" bigint not null,
  "balance" bigint not null,
  "currency" text collate "C" not null,
  "user_id" text collate "C",
  "order_id" text collate "C",
  "redeemer_user_id" text collate "C",
  "redeemed_order_id" text collate "C",
  "comment" text not null,
  "expires_at" timestamptz(3),
  "redeemed_at" timestamptz(3),
  "canceled_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "code_hash" text collate "C" not null,
  "given" jsonb,
  primary key ("school_id", "id")
);
alter table "commerce"."gifts" enable row level security, force row level security;
create policy open on "commerce"."gifts" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."gifts" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."gifts" to lms_commerce;
create index "gifts_school_id_created_at_id_index" on "commerce"."gifts" ("school_id", "created_at", "id");
create index "gifts_school_id_user_id_created_at_id_index" on "commerce"."gifts" ("school_id", "user_id", "created_at", "id");
create index "gifts_school_id_redeemer_user_id_created_at_id_index" on "commerce"."gifts" ("school_id", "redeemer_user_id", "created_at", "id");
create index "gifts_school_id_order_id_status_index" on "commerce"."gifts" ("school_id", "order_id", "status");
create index "gifts_school_id_redeemed_order_id_index" on "commerce"."gifts" ("school_id", "redeemed_order_id");
create index "gifts_school_id_offer_id_id_index" on "commerce"."gifts" ("school_id", "offer_id", "id");
alter table "commerce"."gifts" add constraint "gifts_code_hash_key" unique ("school_id", "code_hash");
alter table "commerce"."gifts" add constraint "gifts_kind_check" check ("kind" in ('offer', 'money'));
alter table "commerce"."gifts" add constraint "gifts_status_check" check ("status" in ('active', 'redeemed', 'canceled'));

-- Most gifts have none of these.
create index on "commerce"."gifts" ("school_id", "expires_at") where "expires_at" is not null;
create index on "commerce"."gifts" ("school_id", "redeemed_at") where "redeemed_at" is not null;
create index on "commerce"."gifts" ("school_id", "canceled_at") where "canceled_at" is not null;
