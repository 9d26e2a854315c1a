alter table "commerce"."order_offers" add constraint "order_offers_offer_here" check ("offer_id" <> '');
