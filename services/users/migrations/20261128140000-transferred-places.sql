-- A place from an order that moved to another flow with its person stays there with the next period of a subscription.
alter table "users"."order_places" add "sold_group_id" text collate "C" null;
