-- Each entry in an index costs a record some four microseconds. A key that begins with the id serves confirmations,
-- which name ids over all schools, and refuses duplicates just as well. Behind a time the id would only break ties. The
-- key of stored records is made anew, which takes seconds for each million of them.
alter table service.audit_log drop constraint audit_log_pkey, add primary key (id, school_id);
drop index service.audit_log_id_idx;

create index on service.audit_log (school_id, created_at);
drop index service.audit_log_school_id_created_at_id_idx;
create index on service.audit_log (school_id, object_id, created_at);
drop index service.audit_log_school_id_object_id_created_at_id_idx;
-- Most changes are made by keys that act for nobody.
create index on service.audit_log (school_id, actor_user_id, created_at) where actor_user_id is not null;
drop index service.audit_log_school_id_actor_user_id_created_at_id_idx;
