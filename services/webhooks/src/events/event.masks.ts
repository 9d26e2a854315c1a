// What a subscription or a filter names: an event, a group with `order.*`, or everything with `*`.
import { eventCatalogue } from '@lms/contract'

const types: ReadonlySet<string> = new Set(eventCatalogue.map(({ type }) => type))
const groups: ReadonlySet<string> = new Set(eventCatalogue.map(({ group }) => group))

/** All that a filter can name. */
export const masks: readonly string[] = ['*', ...[...groups].map(group => `${group}.*`), ...types]

/** The group that a mask like `order.*` stands for, or null where it is no such mask. */
export const groupOf = (mask: string): string | null => (mask.endsWith('.*') ? mask.slice(0, -2) : null)

/** Whether the catalogue has what the mask names. */
export const isKnownMask = (mask: string): boolean =>
  mask === '*' || types.has(mask) || groups.has(groupOf(mask) ?? '')

/** Whether one of the masks takes events of this type. */
export const takes = (masks: readonly string[], type: string): boolean =>
  masks.some(
    mask => mask === '*' || mask === type || (mask.endsWith('.*') && type.startsWith(mask.slice(0, -1))),
  )
