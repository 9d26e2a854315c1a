create index on service.requests (school_id, actor_user_id, id) where actor_user_id is not null;
