alter table "commerce"."refunds" add "excess_amount" bigint not null default 0;
alter table "commerce"."refunds" alter "excess_amount" drop default;

-- Almost no refund was returned twice.
create index on "commerce"."refunds" ("school_id", "id") where "excess_amount" > 0;
