alter table "site"."schools" validate constraint "schools_status_check";
