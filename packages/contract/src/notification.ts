// What the platform tells people by itself after an event: declared in the area's contract, sent by the CRM.
import type { EventType } from './event.ts'

/** A title and a text with Liquid in Markdown, in one language. */
export interface NotificationText {
  readonly subject: string
  readonly body: string
}

/** What is known of an event besides its object. */
export interface NotificationFacts {
  readonly related: Readonly<Record<string, string | null | undefined>>
  /** The author of the comment to which a reply belongs. */
  readonly replied_user_id: string | null
  /** The curator of the homework that an event names. */
  readonly curator_id: string | null
  /** The curators who may take it, if it waits in the queue. */
  readonly waits_for: readonly string[]
  /** Whether an event is about a receipt to which the message about its paid order leads. */
  readonly is_of_purchase: boolean
  /** Whether it is about one to which the message about gifts that were bought leads. */
  readonly is_of_gift: boolean
}

/** A kind of message that the platform sends by itself: schools and people switch each off. */
export interface NotificationKind {
  /** Its name in the settings of schools and in preferences; it never changes. */
  readonly kind: string
  /** The topic by which people switch it off. */
  readonly topic: 'orders' | 'study' | 'webinars'
  /** Whether schools that have said nothing send it. */
  readonly usual: boolean
  /** Maximum of this kind that a person gets in 24 hours by one transport; the rest is skipped. */
  readonly most: number
}

export interface Notification<T = any> extends NotificationKind {
  readonly on: EventType
  /** After one of this kind a person gets no other for so many minutes: it says no more than the first. */
  readonly restMinutes: number
  /** The people who are told. */
  readonly to: (object: T, facts: NotificationFacts) => readonly (string | null | undefined)[]
  /** Variables of the text, besides `user`, `school`, `course` and `lesson` (titles, where the event names one). */
  readonly values: (object: T, language: string) => Readonly<Record<string, string | number>>
  readonly text: (language: string) => NotificationText
  /** The kind whose message says the same of this event, if the school sends it in the words of the platform; null for none. */
  readonly within: (facts: NotificationFacts) => string | null
}

/** Declares a kind of message that an area sends at a time of its own, and not after an event. */
export const timedNotification = (kind: string, topic: NotificationKind['topic']): NotificationKind => ({
  kind,
  topic,
  usual: true,
  most: 50,
})

/** Whether it is sent after an event, by the CRM itself. */
export const isAfterEvent = (one: NotificationKind): one is Notification => 'on' in one

/** Declares a notification. By default the person of the event is told. */
export const notification = <T>(
  kind: string,
  spec: Omit<
    Notification<T>,
    'kind' | 'on' | 'usual' | 'most' | 'restMinutes' | 'to' | 'values' | 'within'
  > & {
    on: EventType<string, T, any>
  } & Partial<Pick<Notification<T>, 'usual' | 'most' | 'restMinutes' | 'to' | 'values' | 'within'>>,
): Notification<T> => ({
  usual: true,
  most: 50,
  restMinutes: 0,
  to: (_, { related }) => [related.user_id],
  values: () => ({}),
  within: () => null,
  ...spec,
  kind,
})
