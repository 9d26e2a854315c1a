create table "commerce"."subscription_periods" (
  "school_id" text collate "C" not null,
  "subscription_id" text collate "C" not null,
  "number" int not null,
  "order_id" text collate "C" not null,
  "period" jsonb not null,
  primary key ("school_id", "subscription_id", "number")
);
alter table "commerce"."subscription_periods" enable row level security, force row level security;
create policy open on "commerce"."subscription_periods" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."subscription_periods" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."subscription_periods" to lms_commerce;
create index "subscription_periods_school_id_order_id_index" on "commerce"."subscription_periods" ("school_id", "order_id");

create table "commerce"."subscriptions" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "user_id" text collate "C" not null,
  "offer_id" text collate "C" not null,
  "price_id" text collate "C" not null,
  "quantity" int not null,
  "status" text collate "C" not null,
  "amount" bigint not null,
  "currency" text collate "C" not null,
  "country" text collate "C",
  "interval" jsonb not null,
  "time_zone" text not null,
  "period" int not null,
  "period_starts_at" timestamptz(3) not null,
  "period_ends_at" timestamptz(3) not null,
  "trial_ends_at" timestamptz(3),
  "next_charge_at" timestamptz(3),
  "attempts" int not null,
  "past_due_at" timestamptz(3),
  "payment_method" jsonb,
  "price_change" jsonb,
  "credit_amount" bigint not null,
  "order_id" text collate "C",
  "open_order_id" text collate "C",
  "open_payment_id" text collate "C",
  "cancels_at_period_end" boolean not null,
  "paused_at" timestamptz(3),
  "resumes_at" timestamptz(3),
  "canceled_at" timestamptz(3),
  "cancel_reason" text collate "C",
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "anchor_at" timestamptz(3) not null,
  "anchor_period" int not null,
  "period_value" bigint not null,
  primary key ("school_id", "id")
);
alter table "commerce"."subscriptions" enable row level security, force row level security;
create policy open on "commerce"."subscriptions" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."subscriptions" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."subscriptions" to lms_commerce;
create index "subscriptions_school_id_created_at_id_index" on "commerce"."subscriptions" ("school_id", "created_at", "id");
create index "subscriptions_school_id_updated_at_id_index" on "commerce"."subscriptions" ("school_id", "updated_at", "id");
create index "subscriptions_school_id_period_ends_at_id_index" on "commerce"."subscriptions" ("school_id", "period_ends_at", "id");
create index "subscriptions_school_id_status_created_at_id_index" on "commerce"."subscriptions" ("school_id", "status", "created_at", "id");
create index "subscriptions_school_id_user_id_created_at_id_index" on "commerce"."subscriptions" ("school_id", "user_id", "created_at", "id");
create index "subscriptions_school_id_offer_id_created_at_id_index" on "commerce"."subscriptions" ("school_id", "offer_id", "created_at", "id");
create index "subscriptions_school_id_price_id_created_at_id_index" on "commerce"."subscriptions" ("school_id", "price_id", "created_at", "id");
create index "subscriptions_school_id_order_id_index" on "commerce"."subscriptions" ("school_id", "order_id");
alter table "commerce"."subscriptions" add constraint "subscriptions_status_check" check ("status" in ('trialing', 'active', 'past_due', 'paused', 'canceled'));
alter table "commerce"."subscriptions" add constraint "subscriptions_cancel_reason_check" check ("cancel_reason" in ('requested', 'period_ended', 'unpaid', 'order_canceled', 'refunded', 'person_gone'));

-- Most subscriptions have none of these.
create index on "commerce"."subscriptions" ("school_id", "trial_ends_at") where "trial_ends_at" is not null;
create index on "commerce"."subscriptions" ("school_id", "next_charge_at") where "next_charge_at" is not null;
create index on "commerce"."subscriptions" ("school_id", "past_due_at") where "past_due_at" is not null;
create index on "commerce"."subscriptions" ("school_id", "open_order_id") where "open_order_id" is not null;
create index on "commerce"."subscriptions" ("school_id", "open_payment_id") where "open_payment_id" is not null;
create index on "commerce"."subscriptions" ("school_id", "paused_at") where "paused_at" is not null;
create index on "commerce"."subscriptions" ("school_id", "resumes_at") where "resumes_at" is not null;
create index on "commerce"."subscriptions" ("school_id", "canceled_at") where "canceled_at" is not null;
create index on "commerce"."subscriptions" ("school_id", "created_at", "id") where "cancels_at_period_end";

-- Items of existing orders belong to no subscription.
alter table "commerce"."orders" disable row level security;
update "commerce"."orders" set items = (
  select coalesce(jsonb_agg('{"subscription_id": null}'::jsonb || item order by place), '[]')
  from jsonb_array_elements(items) with ordinality as i (item, place)
);
alter table "commerce"."orders" enable row level security;
