import { atMost, refuse } from '@lms/contract'

/** Maximum subscriptions of one school. */
const maxWebhooks = 200

export const refusals = refuse({
  webhook_url_refused: {
    status: 422,
    when: 'the address of url is not public, or its name does not exist',
    message: 'Deliveries cannot go to this url. See details, and give a public https address.',
  },
  unknown_event: {
    status: 422,
    when: 'events has a type or group that does not exist',
    message: 'events has a type or group that does not exist. See details; /docs lists all event types.',
  },
  events_unreadable: {
    status: 403,
    when: 'the caller may not read an event in events, or changes events, fields, filter or url of a subscription with such an event',
    message:
      'A subscription sends only events that the caller who creates or changes it may read. See details for the missing permissions.',
  },
  unknown_field: {
    status: 422,
    when: 'fields or filter has a field that none of the events has',
    message: 'None of these events has this field. See details; /docs shows the object of each event.',
  },
  filter_refused: {
    status: 422,
    when: 'filter compares a field with a value that it cannot have, or by an operator that it does not support',
    message: 'A condition of filter can never match. See details.',
  },
  too_many_webhooks: {
    status: 422,
    when: `the school has ${maxWebhooks} subscriptions`,
    message: `A school has at most ${maxWebhooks} subscriptions. Delete one that is not needed.`,
  },
  rotation_under_way: {
    status: 409,
    when: 'the secret is already being rotated',
    message: 'A rotation is in progress. Complete or cancel it first.',
  },
  no_rotation: {
    status: 409,
    when: 'no rotation is in progress',
    message: 'No rotation is in progress. Begin one with rotate_secret.',
  },
  rotation_end_refused: {
    status: 422,
    when: 'expires_at is past or more than seven days ahead',
    message: 'Give an expires_at within the next seven days.',
  },
  secret_unreadable: {
    status: 409,
    when: 'the secret can no longer be decrypted with the keys of the installation',
    message:
      'The server can no longer read the secret. Set a new one with rotate_secret and overlap_seconds 0.',
  },
  type_not_taken: {
    status: 422,
    when: 'the subscription does not take events of the type',
    message: 'The subscription does not take this type. Send a type that it takes, or none.',
  },
})

export const webhookRoom = atMost(maxWebhooks, refusals.too_many_webhooks)
