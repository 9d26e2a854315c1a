alter table "commerce"."checkouts" add "matched" boolean null;
