-- How many subscriptions fail is counted for the metrics.
create index health_failing on webhooks.health (failing_since) where failing_since is not null;
