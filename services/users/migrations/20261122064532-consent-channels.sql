alter table "users"."consents" add constraint "consents_channel_check" check ("channel" in ('email', 'sms', 'phone', 'messenger', 'push', 'post'));
