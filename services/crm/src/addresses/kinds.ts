import { oneOf } from '@lms/contract'

/** Ways in which a message reaches a person. An `in_app` message is read through the API alone. */
export const transportKinds = ['email', 'in_app'] as const
export type TransportKind = (typeof transportKinds)[number]

export const transport = () => oneOf(transportKinds)
