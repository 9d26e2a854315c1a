import { oneOf } from '@lms/contract'

/**
 * Ways in which a message reaches a person. `telegram` goes to the person's login method of the messenger, `sms` to their
 * phone, `push` to their devices, which the school's provider knows. An `in_app` message is read through the API alone.
 */
export const transportKinds = ['email', 'telegram', 'sms', 'push', 'in_app'] as const
export type TransportKind = (typeof transportKinds)[number]

export const transport = () => oneOf(transportKinds)
