alter table "service"."imports" add "report" jsonb null;
