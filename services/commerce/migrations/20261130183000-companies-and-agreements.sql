-- For which company an order was made, and what its buyer agreed to.
alter table "commerce"."orders" add "company" jsonb null;
alter table "commerce"."orders" add "agreements" jsonb not null default '[]';
alter table "commerce"."receipts" add "buyer" jsonb null;
