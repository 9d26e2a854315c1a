// Masks of subscriptions and filters: an event, a group with `order.*`, or everything with `*`.
import { eventCatalogue } from '@lms/contract'

const types: ReadonlySet<string> = new Set(eventCatalogue.map(({ type }) => type))
const groups: ReadonlySet<string> = new Set(eventCatalogue.map(({ group }) => group))

/** All names that a filter can contain. */
export const masks: readonly string[] = ['*', ...[...groups].map(group => `${group}.*`), ...types]

/** The group of a mask like `order.*`, or null for other masks. */
export const groupOf = (mask: string): string | null => (mask.endsWith('.*') ? mask.slice(0, -2) : null)

/** Whether the catalogue has the event or group of the mask. */
export const isKnownMask = (mask: string): boolean =>
  mask === '*' || types.has(mask) || groups.has(groupOf(mask) ?? '')

/** Whether one of the masks matches events of this type. */
export const takes = (masks: readonly string[], type: string): boolean =>
  masks.some(
    mask => mask === '*' || mask === type || (mask.endsWith('.*') && type.startsWith(mask.slice(0, -1))),
  )
