create index payments_school_id_user_id_id_index on commerce.payments (school_id, user_id, id);
