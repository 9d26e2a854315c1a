alter table "commerce"."payments" add "dispute_refund_id" text collate "C" null;
alter table "commerce"."payments" disable row level security;
alter table "commerce"."refunds" disable row level security;
-- Until now a lost dispute was known by the words of its refund alone.
update "commerce"."payments" p set "dispute_refund_id" = (
  select max(r."id") from "commerce"."refunds" r
  where r."school_id" = p."school_id" and r."payment_id" = p."id"
    and r."reason" = 'The dispute of the payment was lost: the bank has returned the money.'
) where p."dispute" = 'lost';
alter table "commerce"."payments" enable row level security;
alter table "commerce"."refunds" enable row level security;
