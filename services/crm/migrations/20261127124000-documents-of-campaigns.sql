alter table "crm"."campaigns" add column "mjml" jsonb not null default '[]', add column "named" jsonb not null default '[]';
-- The owner changes the campaigns of all schools.
alter table "crm"."campaigns" disable row level security;
update "crm"."campaigns" c set "messages" = (
  select jsonb_agg(m.message || jsonb_build_object('variants', (
      select jsonb_agg('{"document": null}'::jsonb || v.variant order by v.place)
      from jsonb_array_elements(m.message -> 'variants') with ordinality v (variant, place))) order by m.place)
  from jsonb_array_elements(c."messages") with ordinality m (message, place));
alter table "crm"."campaigns" enable row level security;

-- What names an object before its deletion is looked for among those alone that are still to be sent.
create index mailings_unsent on "crm"."mailings" (school_id, id) where status in ('draft', 'scheduled', 'sending');
create index campaigns_unsent on "crm"."campaigns" (school_id, id) where status in ('draft', 'scheduled', 'sending');
