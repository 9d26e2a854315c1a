-- Whether a subscription gets the events of imports, too.
alter table "webhooks"."subscriptions" add column "imported" boolean not null default false;
