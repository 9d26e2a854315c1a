-- Imports count orders and subscriptions, too. Those of before have none.
update "service"."imports" set counts = '{"orders": 0, "subscriptions": 0}'::jsonb || counts;
