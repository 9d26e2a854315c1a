-- The deliveries of one subscription, in their order, and who sends them: a channel.
alter table webhooks.lanes rename to channels;
alter index webhooks.lanes_to_wake rename to channels_to_wake;
