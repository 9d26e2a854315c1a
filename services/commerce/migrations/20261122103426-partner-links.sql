alter table "commerce"."checkouts" add "partner_code" text collate "C" null, add "partner_at" timestamptz(3) null;
