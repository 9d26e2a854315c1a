alter table "commerce"."refunds" disable row level security;
update "commerce"."refunds" set "consequences" = "consequences" || jsonb_build_object(
  'subscriptions',
  case when "consequences"->'subscription' = 'null'::jsonb then '[]'::jsonb else jsonb_build_array("consequences"->'subscription') end
);
alter table "commerce"."refunds" enable row level security;
