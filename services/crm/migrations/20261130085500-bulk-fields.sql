alter table "crm"."bulk_actions" drop constraint "bulk_actions_kind_check";
alter table "crm"."bulk_actions" add "field" text null, add "value" jsonb null;
alter table "crm"."bulk_actions" add constraint "bulk_actions_kind_check" check ("kind" in ('grant_access', 'revoke_access', 'add_to_group', 'remove_from_group', 'add_tag', 'remove_tag', 'set_field', 'send_mailing', 'run_scenario'));
