create index "orders_school_id_paid_at_id_index" on "commerce"."orders" ("school_id", "paid_at", "id");
create index "payments_school_id_paid_at_id_index" on "commerce"."payments" ("school_id", "paid_at", "id");
create index "refunds_school_id_refunded_at_id_index" on "commerce"."refunds" ("school_id", "refunded_at", "id");
