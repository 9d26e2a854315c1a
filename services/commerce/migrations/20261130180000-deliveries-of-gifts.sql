alter table "commerce"."orders" add "gift_delivery" jsonb null;
alter table "commerce"."gifts" add "delivery" jsonb null;
