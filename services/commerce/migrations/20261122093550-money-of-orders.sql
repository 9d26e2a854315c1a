create table "commerce"."prices" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "offer_id" text collate "C" not null,
  "name" text not null,
  "amount" bigint not null,
  "currency" text collate "C" not null,
  "interval" jsonb,
  "trial_days" int,
  "early_amount" bigint,
  "early_starts_at" timestamptz(3),
  "early_ends_at" timestamptz(3),
  "tax_included" boolean,
  "instalments" jsonb,
  "status" text collate "C" not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "sold" boolean not null,
  primary key ("school_id", "id")
);
alter table "commerce"."prices" enable row level security, force row level security;
create policy open on "commerce"."prices" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."prices" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."prices" to lms_commerce;
create index "prices_school_id_offer_id_created_at_id_index" on "commerce"."prices" ("school_id", "offer_id", "created_at", "id");

create table "commerce"."refunds" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "payment_id" text collate "C" not null,
  "order_id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "amount" bigint not null,
  "currency" text collate "C" not null,
  "status" text collate "C" not null,
  "reason" text not null,
  "provider_reference" text,
  "failure" jsonb,
  "consequences" jsonb not null,
  "refunded_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "commerce"."refunds" enable row level security, force row level security;
create policy open on "commerce"."refunds" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."refunds" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."refunds" to lms_commerce;
create index "refunds_school_id_payment_id_index" on "commerce"."refunds" ("school_id", "payment_id");
create index "refunds_school_id_order_id_index" on "commerce"."refunds" ("school_id", "order_id");
create index "refunds_school_id_user_id_id_index" on "commerce"."refunds" ("school_id", "user_id", "id");
alter table "commerce"."orders"
  add "items_amount" bigint not null default 0,
  add "discount_amount" bigint not null default 0,
  add "tax_added_amount" bigint not null default 0,
  add "tax_included_amount" bigint not null default 0,
  add "taxes" jsonb not null default '[]',
  add "paid_amount" bigint not null default 0,
  add "refunded_amount" bigint not null default 0,
  add "country" text collate "C",
  add "discount" jsonb,
  add "as_gift" boolean not null default false,
  add "checkout_id" text collate "C",
  add "subscription_id" text collate "C",
  add "partner_id" text collate "C",
  add "expires_at" timestamptz(3),
  add "expired_at" timestamptz(3),
  add "refunded_at" timestamptz(3),
  add "instalments" jsonb;
alter table "commerce"."payments" drop constraint "payments_method_check";
alter table "commerce"."payments" drop constraint "payments_status_check";
alter table "commerce"."payments" add "subscription_id" text collate "C" null, add "provider_id" text collate "C" null, add "refunded_amount" bigint not null default 0, add "fee_amount" bigint null, add "provider_reference" text null, add "failure" jsonb null, add "dispute" text collate "C" null, add "comment" text not null default '';
alter table "commerce"."payments" alter column "paid_at" drop not null;
alter table "commerce"."payments" add constraint "payments_dispute_check" check ("dispute" in ('open', 'won', 'lost'));
alter table "commerce"."payments" add constraint "payments_method_check" check ("method" in ('manual', 'cash', 'bank_transfer', 'card', 'certificate', 'none', 'other'));
alter table "commerce"."payments" add constraint "payments_status_check" check ("status" in ('pending', 'succeeded', 'failed'));
alter table "commerce"."prices" add constraint "prices_status_check" check ("status" in ('active', 'archived'));
alter table "commerce"."refunds" add constraint "refunds_status_check" check ("status" in ('pending', 'succeeded', 'failed'));

-- Most orders have none of these.
create index on "commerce"."orders" ("school_id", "checkout_id") where "checkout_id" is not null;
create index on "commerce"."orders" ("school_id", "subscription_id", "created_at", "id") where "subscription_id" is not null;
create index on "commerce"."orders" ("school_id", "partner_id") where "partner_id" is not null;
create index on "commerce"."orders" ("school_id", "expires_at") where "expires_at" is not null;
create index on "commerce"."orders" ("school_id", "expired_at") where "expired_at" is not null;
create index on "commerce"."orders" ("school_id", "refunded_at") where "refunded_at" is not null;
create index on "commerce"."payments" ("school_id", "provider_id", "provider_reference") where "provider_id" is not null;

-- Existing orders: no discount and no taxes; paid ones have one payment of the whole amount.
alter table "commerce"."orders" disable row level security;
update "commerce"."orders" set
  items_amount = amount,
  paid_amount = case when status in ('paid', 'refunded') then amount else 0 end,
  items = (
    select coalesce(jsonb_agg('{"price_id": null, "discount_amount": 0, "tax": null, "interval": null, "access_until": null, "gift": false}'::jsonb
      || item order by place), '[]')
    from jsonb_array_elements(items) with ordinality as i (item, place)
  );
alter table "commerce"."orders" enable row level security;
alter table "commerce"."orders"
  alter "items_amount" drop default, alter "discount_amount" drop default, alter "tax_added_amount" drop default,
  alter "tax_included_amount" drop default, alter "taxes" drop default, alter "paid_amount" drop default, alter "refunded_amount" drop default,
  alter "as_gift" drop default;
alter table "commerce"."payments" alter "refunded_amount" drop default, alter "comment" drop default;
