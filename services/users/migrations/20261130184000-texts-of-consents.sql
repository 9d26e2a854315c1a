alter table "users"."consents" add column "agreed_text" text null;
