// An achievement as Open Badges 3.0 has it: what a certificate is issued for. Pure.
import type { Course } from '../../course/courses/course.object.ts'
import { didOf } from './did.ts'

/** Where the pages of a school are. */
export interface Site {
  readonly name: string
  /** `https://school.org` */
  readonly url: string
  readonly domain: string
}

export interface AchievementFacts {
  readonly course_id: string
  readonly name: string
  readonly description: string
}

/** The terms of credentials and of what they name. */
export const contexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
]

/** The path of its page, which is its name: it never changes, as credentials that were issued have it. */
export const achievementPath = (courseId: string): string => `/courses/${courseId}`
/** The path of its picture. */
export const achievementPicturePath = (courseId: string): string => `/.well-known/badge-pictures/${courseId}`

export const issuerOf = ({ name, url, domain }: Site) => ({
  ...{ id: didOf(domain), type: ['Profile'], name, url },
})

/** What has to be done for it. */
export const completionOf = (course: string): string => `Completed the course “${course}”.`

/** The achievement, without a person; `narrative` says what is to be done for it. */
export function achievementOf(
  { course_id, name, description }: AchievementFacts,
  narrative: string,
  { url }: Pick<Site, 'url'>,
) {
  const id = `${url}${achievementPath(course_id)}`
  return {
    id,
    type: ['Achievement'],
    name,
    description,
    image: { id: `${url}${achievementPicturePath(course_id)}`, type: 'Image', caption: name },
    criteria: { id, narrative },
  }
}

/**
 * What everybody may know of a course as an achievement; null where it is none: no certificate was issued, and none can be
 * expected. A course that strangers do not see is told of only as its certificates do.
 */
export function factsOfAchievement(
  {
    id,
    title,
    description,
    status,
    visibility,
  }: Pick<Course, 'id' | 'title' | 'description' | 'status' | 'visibility'>,
  issued: { readonly course_title: string } | null,
  hasTemplate: boolean,
): AchievementFacts | null {
  const isOpen = status === 'published' && visibility === 'everyone'
  if (isOpen && (issued || hasTemplate))
    return { course_id: id, name: title, description: description.trim() || title }
  if (!issued) return null
  return { course_id: id, name: issued.course_title, description: issued.course_title }
}
