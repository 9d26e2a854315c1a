alter table "commerce"."orders" add "test" boolean not null default false;
alter table "commerce"."payments" add "test" boolean not null default false;
alter table "commerce"."refunds" add "test" boolean not null default false;
alter table "commerce"."subscriptions" add "test" boolean not null default false;
alter table "commerce"."receipts" add "test" boolean not null default false;
alter table "commerce"."gifts" add "test" boolean not null default false;
alter table "commerce"."receipt_numbers" add "test" boolean not null default false;

-- What test connections have paid so far.
update "commerce"."payments" p set "test" = true from "commerce"."payment_providers" v
  where v.school_id = p.school_id and v.id = p.provider_id and v.mode = 'test';
update "commerce"."refunds" r set "test" = true from "commerce"."payments" p
  where p.school_id = r.school_id and p.id = r.payment_id and p.test;
update "commerce"."orders" o set "test" = true
  where exists (select from "commerce"."payments" p
    where p.school_id = o.school_id and p.order_id = o.id and p.test and p.status = 'succeeded');
update "commerce"."subscriptions" s set "test" = true from "commerce"."orders" o
  where o.school_id = s.school_id and o.id = s.order_id and o.test;
update "commerce"."gifts" g set "test" = true from "commerce"."orders" o
  where o.school_id = g.school_id and o.id = g.order_id and o.test;
-- Receipts that are issued keep their numbers in the school's series: it must have no gaps.

alter table "commerce"."orders" alter "test" drop default;
alter table "commerce"."payments" alter "test" drop default;
alter table "commerce"."refunds" alter "test" drop default;
alter table "commerce"."subscriptions" alter "test" drop default;
alter table "commerce"."receipts" alter "test" drop default;
alter table "commerce"."gifts" alter "test" drop default;
alter table "commerce"."receipt_numbers" alter "test" drop default;
alter table "commerce"."receipt_numbers" drop constraint "receipt_numbers_pkey", add primary key ("school_id", "test");
alter table "commerce"."receipts" drop constraint "receipts_number_key";
alter table "commerce"."receipts" add constraint "receipts_test_number_key" unique ("school_id", "test", "number");
create index on "commerce"."receipts" ("school_id", "number") where "number" is not null;

-- Few orders are tests, and going live looks for those that are not over.
create index on "commerce"."orders" ("school_id", "id") where "test" and "status" in ('waiting_payment', 'expired', 'paid');

-- Schools that take real money are live.
insert into "commerce"."settings" as s (school_id, "values", version, updated_at)
  select distinct school_id, '{"sales": {"mode": "live"}}'::jsonb, 2, now()
  from "commerce"."payment_providers" where "active" and "mode" = 'live' and "kind" <> 'manual'
  on conflict (school_id) do update set "values" = s.values || excluded.values, version = s.version + 1, updated_at = now();
