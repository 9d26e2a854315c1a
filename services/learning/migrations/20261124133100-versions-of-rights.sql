-- The versions come with the next change of each right.
alter table "learning"."rights" add "version" int not null default 0;
alter table "learning"."rights" alter "version" drop default;
