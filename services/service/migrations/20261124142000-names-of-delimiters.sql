alter table "service"."imports" drop constraint "imports_delimiter_check";
update "service"."imports" set "delimiter" = case "delimiter" when ',' then 'comma' when ';' then 'semicolon' when '|' then 'pipe' else 'tab' end;
alter table "service"."imports" add constraint "imports_delimiter_check" check ("delimiter" in ('comma', 'semicolon', 'tab', 'pipe'));
