-- Items so far begin with no free days.
alter table "commerce"."orders" disable row level security;
update "commerce"."orders" set "items" = (
  select coalesce(jsonb_agg('{"trial_days": null}'::jsonb || item order by place), '[]')
  from jsonb_array_elements("items") with ordinality as i (item, place)
);
alter table "commerce"."orders" enable row level security;
alter table "commerce"."checkouts" disable row level security;
update "commerce"."checkouts" set "items" = (
  select coalesce(jsonb_agg('{"trial_days": null}'::jsonb || item order by place), '[]')
  from jsonb_array_elements("items") with ordinality as i (item, place)
);
alter table "commerce"."checkouts" enable row level security;
