-- Subscriptions that a payment provider charges by its own plan, and past orders that came in with a table.
create table "commerce"."imported_orders" (
  "school_id" text collate "C" not null,
  "key" text collate "C" not null,
  "order_id" text collate "C" not null,
  primary key ("school_id", "key")
);
alter table "commerce"."imported_orders" enable row level security, force row level security;
create policy open on "commerce"."imported_orders" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."imported_orders" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."imported_orders" to lms_commerce;
alter table "commerce"."subscriptions" add "provider_id" text collate "C" null, add "provider_reference" text null, add "wanted_end" text collate "C" null;
alter table "commerce"."subscriptions" add constraint "subscriptions_provider_id_provider_reference_key" unique ("school_id", "provider_id", "provider_reference");
