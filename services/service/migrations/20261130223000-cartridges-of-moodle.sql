alter table "service"."exports" drop constraint "exports_format_check";
alter table "service"."exports" add constraint "exports_format_check" check ("format" in ('csv', 'xlsx', 'jsonl', 'course', 'cartridge', 'cartridge_1_1', 'qti', 'scorm', 'archive')) not valid;
