create table "commerce"."partner_accruals" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "partner_id" text collate "C" not null,
  "order_id" text collate "C" not null,
  "payment_id" text collate "C" not null,
  "refund_id" text collate "C",
  "kind" text collate "C" not null,
  "amount" bigint not null,
  "currency" text collate "C" not null,
  "share_basis_points" int not null,
  "available_at" timestamptz(3) not null,
  "payout_id" text collate "C",
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "commerce"."partner_accruals" enable row level security, force row level security;
create policy open on "commerce"."partner_accruals" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."partner_accruals" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."partner_accruals" to lms_commerce;
create index "partner_accruals_school_id_created_at_id_index" on "commerce"."partner_accruals" ("school_id", "created_at", "id");
create index "partner_accruals_school_id_available_at_id_index" on "commerce"."partner_accruals" ("school_id", "available_at", "id");
create index "partner_accruals_school_id_order_id_index" on "commerce"."partner_accruals" ("school_id", "order_id");
create index "partner_accruals_school_id_payment_id_index" on "commerce"."partner_accruals" ("school_id", "payment_id");
create index "partner_accruals_school_id_refund_id_index" on "commerce"."partner_accruals" ("school_id", "refund_id");
create index "partner_accruals_school_id_partner_id_created_at_id_index" on "commerce"."partner_accruals" ("school_id", "partner_id", "created_at", "id");
create index "partner_accruals_school_id_payout_id_id_index" on "commerce"."partner_accruals" ("school_id", "payout_id", "id");

create table "commerce"."partner_payouts" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "partner_id" text collate "C" not null,
  "amount" bigint not null,
  "currency" text collate "C" not null,
  "accruals_count" int not null,
  "reference" text not null,
  "comment" text not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "commerce"."partner_payouts" enable row level security, force row level security;
create policy open on "commerce"."partner_payouts" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."partner_payouts" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."partner_payouts" to lms_commerce;
create index "partner_payouts_school_id_created_at_id_index" on "commerce"."partner_payouts" ("school_id", "created_at", "id");
create index "partner_payouts_school_id_amount_id_index" on "commerce"."partner_payouts" ("school_id", "amount", "id");
create index "partner_payouts_school_id_partner_id_created_at_id_index" on "commerce"."partner_payouts" ("school_id", "partner_id", "created_at", "id");

create table "commerce"."partners" (
  "school_id" text collate "C" not null,
  "id" text collate "C" not null,
  "name" text not null,
  "user_id" text collate "C",
  "code" text collate "C" not null,
  "share_basis_points" int not null,
  "active" boolean not null,
  "comment" text not null,
  "version" int not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("school_id", "id")
);
alter table "commerce"."partners" enable row level security, force row level security;
create policy open on "commerce"."partners" to lms_commerce using (true) with check (true);
create policy wall on "commerce"."partners" as restrictive to lms_commerce using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "commerce"."partners" to lms_commerce;
create index "partners_school_id_created_at_id_index" on "commerce"."partners" ("school_id", "created_at", "id");
create index "partners_school_id_updated_at_id_index" on "commerce"."partners" ("school_id", "updated_at", "id");
create index "partners_school_id_name_id_index" on "commerce"."partners" ("school_id", "name", "id");
create index "partners_school_id_user_id_id_index" on "commerce"."partners" ("school_id", "user_id", "id");
alter table "commerce"."partners" add constraint "partners_code_key" unique ("school_id", "code");
alter table "commerce"."partner_accruals" add constraint "partner_accruals_kind_check" check ("kind" in ('earned', 'taken_back'));

-- Balances and payouts read only what is not settled yet.
create index "partner_accruals_unsettled" on "commerce"."partner_accruals" ("school_id", "partner_id", "currency", "available_at")
  where "payout_id" is null;
