alter table "crm"."bulk_actions" drop constraint "bulk_actions_kind_check";
alter table "crm"."bulk_actions" add "scenario_id" text collate "C" null;
alter table "crm"."bulk_actions" add constraint "bulk_actions_kind_check" check ("kind" in ('grant_access', 'revoke_access', 'add_to_group', 'add_tag', 'send_mailing', 'run_scenario'));
