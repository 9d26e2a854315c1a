-- What subscriptions have been worth since when, for figures of recurring revenue: of those from before, what their paid
-- periods say.
alter table "commerce"."subscriptions" add column "value_history" jsonb not null default '[]';
alter table "commerce"."subscriptions" disable row level security;
alter table "commerce"."subscription_periods" disable row level security;
alter table "commerce"."orders" disable row level security;
update "commerce"."subscriptions" s set "value_history" = p.history from (
  select p.school_id, p.subscription_id, jsonb_agg(jsonb_build_object(
    'at', to_char(case when p.number = 1 then (p.period->>'starts_at')::timestamptz else o.paid_at end at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"'),
    'value', (p.period->>'amount')::bigint, 'interval', p.period->'interval', 'offer_id', p.period->>'offer_id',
    'order_id', p.order_id) order by p.number) as history
  from "commerce"."subscription_periods" p join "commerce"."orders" o on o.school_id = p.school_id and o.id = p.order_id
  where o.paid_at is not null group by p.school_id, p.subscription_id) p
  where p.school_id = s.school_id and p.subscription_id = s.id;
update "commerce"."subscriptions" set "value_history" = "value_history" || jsonb_build_array(jsonb_build_object(
    'at', to_char(coalesce(canceled_at, paused_at, past_due_at, updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"'),
    'value', 0, 'interval', "interval", 'offer_id', offer_id, 'order_id', order_id))
  where status not in ('active', 'trialing') and "value_history" <> '[]';
alter table "commerce"."subscriptions" enable row level security;
alter table "commerce"."subscription_periods" enable row level security;
alter table "commerce"."orders" enable row level security;
