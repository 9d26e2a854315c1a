create index "payments_school_id_created_at_id_index" on "commerce"."payments" ("school_id", "created_at", "id");
create index "refunds_school_id_created_at_id_index" on "commerce"."refunds" ("school_id", "created_at", "id");
