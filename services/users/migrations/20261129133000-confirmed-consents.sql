-- Whether the person has confirmed a consent, or somebody has recorded it.
alter table "users"."consents" add column "confirmed_at" timestamptz(3) null;
