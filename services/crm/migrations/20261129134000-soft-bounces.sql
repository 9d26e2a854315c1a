-- An address to which nothing has come through any more.
alter table "crm"."suppressions" drop constraint "suppressions_reason_check";
alter table "crm"."suppressions" add constraint "suppressions_reason_check" check ("reason" in ('unsubscribed', 'hard_bounce', 'soft_bounces', 'complaint', 'manual'));
