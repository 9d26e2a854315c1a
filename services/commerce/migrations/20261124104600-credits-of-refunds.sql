update "commerce"."refunds" set "consequences" = "consequences" || '{"credits": []}'::jsonb;
