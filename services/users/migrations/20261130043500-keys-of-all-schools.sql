-- The platform team lists the keys of all schools, without their values and whose they are.
create policy workers on "users"."api_keys" for select to lms_users_system using (true);
grant select ("school_id", "id", "name", "kind", "role", "scope", "expires_at", "last_used_at", "created_at", "revoked_at") on "users"."api_keys" to lms_users_system;
