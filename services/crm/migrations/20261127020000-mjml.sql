-- Contents may be MJML.
alter table "crm"."message_templates" drop constraint "message_templates_format_check",
  add constraint "message_templates_format_check" check ("format" in ('markdown', 'html', 'mjml', 'text'));
alter table "crm"."mailings" drop constraint "mailings_format_check",
  add constraint "mailings_format_check" check ("format" in ('markdown', 'html', 'mjml', 'text'));
