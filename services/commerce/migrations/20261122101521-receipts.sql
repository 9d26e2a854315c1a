create table "commerce"."receipt_numbers" (
  "school_id" text collate "C" not null,
  "last" bigint not null,
  "issued_at" timestamptz(3) not null,
  primary key ("school_id")
);
alter table "commerce"."receipt_numbers" enable row level security, force row level security;
create policy open on "commerce"."receipt_numbers" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."receipt_numbers" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."receipt_numbers" to lms_commerce;

create table "commerce"."receipts" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "number" bigint,
  "kind" text collate "C" not null,
  "status" text collate "C" not null,
  "order_id" text collate "C" not null,
  "order_number" bigint not null,
  "payment_id" text collate "C" not null,
  "refund_id" text collate "C",
  "original_id" text collate "C",
  "user_id" text collate "C" not null,
  "provider_id" text collate "C",
  "amount" bigint not null,
  "tax_amount" bigint not null,
  "currency" text collate "C" not null,
  "lines" jsonb not null,
  "seller" jsonb,
  "reason" text not null,
  "fiscal" jsonb,
  "failure" jsonb,
  "issued_at" timestamptz(3),
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "commerce"."receipts" enable row level security, force row level security;
create policy open on "commerce"."receipts" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."receipts" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."receipts" to lms_commerce;
create index "receipts_school_id_created_at_id_index" on "commerce"."receipts" ("school_id", "created_at", "id");
create index "receipts_school_id_payment_id_index" on "commerce"."receipts" ("school_id", "payment_id");
create index "receipts_school_id_order_id_index" on "commerce"."receipts" ("school_id", "order_id");
create index "receipts_school_id_user_id_id_index" on "commerce"."receipts" ("school_id", "user_id", "id");
alter table "commerce"."receipts" add constraint "receipts_number_key" unique ("school_id", "number");
alter table "commerce"."receipts" add constraint "receipts_kind_check" check ("kind" in ('payment', 'refund', 'correction'));
alter table "commerce"."receipts" add constraint "receipts_status_check" check ("status" in ('pending', 'failed', 'issued'));

-- Most receipts are of payments, issued, and by no fiscal service.
create index on "commerce"."receipts" ("school_id", "refund_id") where "refund_id" is not null;
create index on "commerce"."receipts" ("school_id", "original_id") where "original_id" is not null;
create index on "commerce"."receipts" ("school_id", "provider_id", "created_at", "id") where "provider_id" is not null;
create index on "commerce"."receipts" ("school_id", "created_at", "id") where "status" <> 'issued';
