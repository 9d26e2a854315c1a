/** Why a person may not be written to: the first that holds, in this order. */
export const ineligibilities = ['deleted', 'no_address', 'suppressed', 'no_consent', 'topic_off'] as const
export type Ineligibility = (typeof ineligibilities)[number]
