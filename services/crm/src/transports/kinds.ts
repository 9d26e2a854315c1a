import { oneOf } from '@lms/contract'

/** Ways in which a message reaches a person. `messenger` is the messenger of the school's bot, `in_app` the API alone. */
export const transportKinds = ['email', 'sms', 'push', 'messenger', 'in_app'] as const
export type TransportKind = (typeof transportKinds)[number]

export const transport = () => oneOf(transportKinds)
