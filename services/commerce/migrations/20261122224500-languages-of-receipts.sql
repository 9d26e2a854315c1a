alter table "commerce"."receipts" add "language" text null;
update "commerce"."receipts" set "language" = 'en' where "status" = 'issued';
