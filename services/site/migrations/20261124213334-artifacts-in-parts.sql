alter table "site"."artifacts" add "upload" text collate "C" null;
alter table "site"."artifacts" add "stored_pieces" int not null default 0;
alter table "site"."artifacts" add "is_whole" boolean not null default true;
alter table "site"."artifacts" alter "stored_pieces" drop default;
alter table "site"."artifacts" alter "is_whole" drop default;
