-- A retry of all failures since a time reads them in order, and no more of them than it needs.
create index on webhooks.deliveries (school_id, webhook_id, failed_at, id) where failed_at is not null;
