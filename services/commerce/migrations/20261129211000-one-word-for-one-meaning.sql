-- One word for one meaning: see `words` in @lms/contract. The owner changes the rows of all schools.
alter table "commerce"."promo_codes" rename "percent_off" to "percent";
alter table "commerce"."promo_codes" rename "ends_at" to "expires_at";
alter table "commerce"."promo_code_batches" disable row level security;
update "commerce"."promo_code_batches" set "template" = replace(replace("template"::text, '"percent_off":', '"percent":'), '"ends_at":', '"expires_at":')::jsonb where true;
alter table "commerce"."promo_code_batches" enable row level security;
alter table "commerce"."partners" rename "share_basis_points" to "basis_points";
alter table "commerce"."partner_accruals" rename "share_basis_points" to "basis_points";
-- No text of a person is in these values: names of offers and courses have their quotes escaped.
alter table "commerce"."orders" disable row level security;
update "commerce"."orders" set "items" = replace("items"::text, '"access_until":', '"access_expires_at":')::jsonb where "items"::text like '%"access_until":%';
alter table "commerce"."orders" enable row level security;
alter table "commerce"."orders" disable row level security;
update "commerce"."orders" set "discount" = replace("discount"::text, '"percent_off":', '"percent":')::jsonb where "discount" is not null;
alter table "commerce"."orders" enable row level security;
