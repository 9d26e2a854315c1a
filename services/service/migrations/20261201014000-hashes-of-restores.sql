alter table "service"."restores" add column "sha256" text collate "C";
