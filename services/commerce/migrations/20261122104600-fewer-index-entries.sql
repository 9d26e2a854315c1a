-- Most payments have no provider, and need no entry here.
drop index "commerce"."payments_school_id_provider_id_id_index";
drop index "commerce"."payments_school_id_provider_id_provider_reference_index";
create index on "commerce"."payments" ("school_id", "provider_id", "id") where "provider_id" is not null;
-- The primary key finds an order among those of an offer.
drop index "commerce"."order_offers_school_id_order_id_idx";
