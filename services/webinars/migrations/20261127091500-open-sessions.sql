-- The page on which visitors register shows the next sessions. An auto-webinar leaves thousands that are over before them.
create index "sessions_open" on "webinars"."sessions" ("school_id", "webinar_id", "starts_at", "id") where status in ('scheduled', 'live');
