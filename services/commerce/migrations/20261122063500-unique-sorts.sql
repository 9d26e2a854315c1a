-- The index of the unique constraint serves the sort.
drop index "commerce"."promo_codes_school_id_code_id_index";
