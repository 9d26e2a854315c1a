-- How often the entry of a registration was renewed: the entries before are void.
alter table "webinars"."registrations" add "entry_number" int not null default 0;
