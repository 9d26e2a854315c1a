-- Canceling a subscription has a permission of its own by now. A key that could cancel still can.
update users.api_keys set scope = scope || '["subscription-cancellations:write"]'::jsonb
where scope ? 'subscriptions:write' and not scope ? 'subscription-cancellations:write'
  and jsonb_array_length(scope) < 100;
