alter table "crm"."messages" add "bounce" text collate "C" null;
alter table "crm"."messages" add constraint "messages_bounce_check" check ("bounce" in ('hard', 'soft', 'complaint'));
create index "messages_school_id_address_hash_id_index" on "crm"."messages" ("school_id", "address_hash", "id");
