alter table users.tag_departures rename to tag_removals;
