alter table "service"."exports" validate constraint "exports_format_check";
