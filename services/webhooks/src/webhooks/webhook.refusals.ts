import { atMost, refuse } from '@lms/contract'

/** Subscriptions of one school at most. */
const mostWebhooks = 200

export const refusals = refuse({
  webhook_url_refused: {
    status: 422,
    when: 'the address may not be delivered to, or its name does not exist',
    message: 'Deliveries cannot go to this url. See details, and give a public https address.',
  },
  unknown_event: {
    status: 422,
    when: 'events names an event or group that there is not',
    message: 'events names what there is not. See details, and /docs for the catalogue of events.',
  },
  events_unreadable: {
    status: 403,
    when: 'events names what the credential may not read, or a subscription to such is given other events, fields, another filter or url',
    message:
      'A subscription sends only what whoever makes or changes it may read. See details for the rights missing.',
  },
  unknown_field: {
    status: 422,
    when: 'fields or filter names what none of the events that the subscription takes has',
    message: 'None of these events has such a field. See details, and the object of each event in /docs.',
  },
  filter_refused: {
    status: 422,
    when: 'filter compares a field with what it can never be, or by an operator that it does not take',
    message: 'A condition of filter can never hold. See details.',
  },
  too_many_webhooks: {
    status: 422,
    when: `the school has ${mostWebhooks} subscriptions`,
    message: `A school has at most ${mostWebhooks} subscriptions. Delete one that is not needed.`,
  },
  rotation_under_way: {
    status: 409,
    when: 'the secret is being rotated already',
    message: 'A rotation is under way. Complete or cancel it first.',
  },
  no_rotation: {
    status: 409,
    when: 'no rotation is under way that could be completed or canceled',
    message: 'No rotation is under way: begin one with rotate_secret.',
  },
  rotation_end_refused: {
    status: 422,
    when: 'expires_at is past or more than seven days ahead',
    message: 'Give an expires_at within the next seven days.',
  },
  secret_unreadable: {
    status: 409,
    when: 'the keys of the installation do not open the secret any more',
    message:
      'The secret cannot be read on our side any more. Give a new one with rotate_secret, overlap_seconds 0.',
  },
  type_not_taken: {
    status: 422,
    when: 'the subscription does not take events of the type',
    message: 'The subscription does not take this type. Name one that its events take, or none.',
  },
})

export const webhookRoom = atMost(mostWebhooks, refusals.too_many_webhooks)
