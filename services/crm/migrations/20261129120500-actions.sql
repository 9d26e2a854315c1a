-- What other services have done by this one (messages, tasks, notes), each once: actions.
alter table "crm"."deeds" rename to "actions";
alter index "crm"."deeds_school_id_made_at_index" rename to "actions_school_id_made_at_index";
-- A message that is on its way to a transport is being sent.
alter table "crm"."messages" drop constraint "messages_status_check";
update "crm"."messages" set "status" = 'sending' where "status" = 'handing';
alter table "crm"."messages" add constraint "messages_status_check" check ("status" in ('queued', 'sending', 'deferred', 'sent', 'refused', 'unknown', 'skipped', 'removed'));
