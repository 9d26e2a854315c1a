alter table "site"."schools" drop constraint "schools_status_check";
alter table "site"."schools" add constraint "schools_status_check" check ("status" in ('active', 'suspended', 'restoring', 'erasing')) not valid;
