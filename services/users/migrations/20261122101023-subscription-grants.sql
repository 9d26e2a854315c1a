alter table "users"."accesses" add "subscription_id" text collate "C" null;
create index "accesses_school_id_subscription_id_index" on "users"."accesses" ("school_id", "subscription_id");
alter table "users"."order_places" add "subscription_id" text collate "C" null, add "until" timestamptz(3) null;
create index "order_places_school_id_subscription_id_index" on "users"."order_places" ("school_id", "subscription_id");
