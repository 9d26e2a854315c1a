-- What an agent proposes tells one person of others: an erasure searches these events.
create index events_about_others on webhooks.events (school_id, sequence)
  where type = 'system.agent_confirmation_requested';
