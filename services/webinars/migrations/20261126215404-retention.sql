alter table "webinars"."webinars" add "retention_days" int null;
