-- Rules ask what events were about: counts are kept in all (an empty subject) and about each object. In archives
-- from before all counts are of a type.
alter table "crm"."person_events" add column "properties" jsonb;
alter table "crm"."person_counts" add column "subject" text collate "C" not null default '';
alter table "crm"."person_counts" drop constraint "person_counts_pkey";
alter table "crm"."person_counts" add primary key ("school_id", "user_id", "type", "subject");
drop index "crm"."person_counts_school_id_type_number_user_id_index";
drop index "crm"."person_counts_school_id_type_first_at_user_id_index";
drop index "crm"."person_counts_school_id_type_last_at_user_id_index";
create index "person_counts_school_id_type_subject_number_user_id_index" on "crm"."person_counts" ("school_id", "type", "subject", "number", "user_id");
create index "person_counts_school_id_type_subject_first_at_user_id_index" on "crm"."person_counts" ("school_id", "type", "subject", "first_at", "user_id");
create index "person_counts_school_id_type_subject_last_at_user_id_index" on "crm"."person_counts" ("school_id", "type", "subject", "last_at", "user_id");
