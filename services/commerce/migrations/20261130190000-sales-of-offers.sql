-- When offers are sold, and how often.
alter table "commerce"."offers" add "sale_starts_at" timestamptz(3) null;
alter table "commerce"."offers" add "sale_ends_at" timestamptz(3) null;
alter table "commerce"."offers" add "seats" int null;

-- How many of an offer are in orders that are paid or wait for their payment. Periods of subscriptions are one sale, and
-- a gift was sold when it was bought.
create function "commerce".seats_taken(school text, offer text) returns bigint language sql stable as $$
  select coalesce(sum((i.item->>'quantity')::bigint), 0)
    from commerce.order_offers l
    join commerce.orders o on o.school_id = l.school_id and o.id = l.order_id
      and o.status in ('waiting_payment', 'paid') and o.subscription_id is null
      and (o.discount is null or o.discount->>'kind' <> 'gift')
    cross join jsonb_array_elements(o.items) as i(item)
    where l.school_id = school and l.offer_id = offer
      and i.item->>'offer_id' = offer and not (i.item->>'gift')::boolean
$$;

-- Refuses orders beyond the seats of an offer. The lock is held until the end of the transaction, so the statement after
-- it sees every other order, and orders of one moment get the last seats one after the other.
create function "commerce".take_seats(school text, offer text) returns void language plpgsql as $$
declare
  most int;
begin
  perform pg_advisory_xact_lock(hashtextextended(school || offer, 3));
  select seats into most from commerce.offers where school_id = school and id = offer;
  if commerce.seats_taken(school, offer) > most then
    raise exception 'every seat is taken' using errcode = 'LM004', constraint = 'offer_sold_out';
  end if;
end $$;
