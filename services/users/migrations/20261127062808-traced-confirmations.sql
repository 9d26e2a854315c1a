alter table "users"."agent_confirmations" add "asked_in" text collate "C" null, add "answered_in" text collate "C" null;
create index "agent_confirmations_school_id_asked_in_index" on "users"."agent_confirmations" ("school_id", "asked_in");
create index "agent_confirmations_school_id_answered_in_index" on "users"."agent_confirmations" ("school_id", "answered_in");
