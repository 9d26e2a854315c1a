alter table "commerce"."checkouts" add "promo_code" text null;
