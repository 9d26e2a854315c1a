// Where the people of a school see what a notification is about: pages of the school's own, of which it gives the addresses.
import { oneOf } from '@lms/contract'
import { z } from 'zod'

/** What notifications can be about, the nearest first, and the ids that an address can have. */
export const linkedObjects = {
  submission: 'sub',
  certificate: 'cer',
  receipt: 'rcp',
  subscription: 'sbs',
  order: 'ord',
  lesson: 'les',
  course: 'crs',
} as const
export type LinkedObject = keyof typeof linkedObjects
const names = Object.keys(linkedObjects) as [LinkedObject, ...LinkedObject[]]

const placeholders = (url: string) => [...url.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!)
const isAllowed = (name: string) => names.some(each => name === `${each}_id`)

const ObjectLink = z.object({
  to: oneOf(names).describe('What the page shows.'),
  url: z
    .string()
    .max(500)
    .regex(/^https:\/\/[^\s/{}]+(\/[^\s]*)?$/, 'must be an address with https and a host')
    .refine(url => placeholders(url).every(isAllowed), {
      message: `may have only these placeholders: ${names.map(each => `{${each}_id}`).join(', ')}`,
    })
    .meta({ examples: ['https://learn.school.example/courses/{course_id}/lessons/{lesson_id}'] })
    .describe('The address of the page, with the ids that it needs in braces.'),
})
export type ObjectLink = z.output<typeof ObjectLink>

export const ObjectLinks = z
  .array(ObjectLink)
  .max(20)
  .default([])
  .describe(
    'Pages to which notifications lead by a button: to the nearest of what they are about. Contents of templates have its address as `{{ link }}`.',
  )

/** The address of the page of what is nearest among these ids; empty if the school has none. */
export function linkTo(
  links: readonly ObjectLink[],
  idOf: (object: LinkedObject) => string | null | undefined,
): string {
  for (const name of names) {
    const link = idOf(name) ? links.find(({ to }) => to === name) : undefined
    const ids = link ? placeholders(link.url).map(each => idOf(each.slice(0, -3) as LinkedObject)) : []
    if (!link || ids.some(id => !id)) continue
    return link.url.replace(/\{(\w+)_id\}/g, (_, object: LinkedObject) => encodeURIComponent(idOf(object)!))
  }
  return ''
}
