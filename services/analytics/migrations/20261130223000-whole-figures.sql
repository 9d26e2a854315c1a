-- Whether all that the school has is counted: not while a restored one is counted anew.
alter table "analytics"."states" add column "is_whole" boolean not null default true;
