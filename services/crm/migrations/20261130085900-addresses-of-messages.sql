create index "messages_school_id_address_created_at_id_index" on "crm"."messages" ("school_id", "address", "created_at", "id");
