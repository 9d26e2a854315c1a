alter table "scenarios"."segment_places" rename to "segment_cursors";
