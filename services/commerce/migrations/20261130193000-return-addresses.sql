-- Where buyers of an offer go on after paying.
alter table "commerce"."offers" add "return_url" text collate "C" null;
