-- Those of archives get the same in `restored`.
update "webinars"."webinars" set messages = '{"recordings": true, "templates": []}'::jsonb || messages;
