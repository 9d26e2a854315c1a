-- Rules compare texts in lower case: ann@school.example is Ann@School.EXAMPLE.
update "crm"."person_facts" set "text" = lower(normalize("text", NFKC) collate "default")
where "kind" = 'field' and "text" is not null
  and "text" is distinct from lower(normalize("text", NFKC) collate "default");
