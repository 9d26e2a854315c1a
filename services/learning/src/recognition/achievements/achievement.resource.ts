// The page about what the certificates of a course stand for.
import type { Id } from '@lms/contract'
import { html } from '@lms/html'
import { fragmentOf } from '@lms/html/page'
import { missing, type Work } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import {
  type AchievementFacts,
  achievementOf,
  achievementPicturePath,
  completionOf,
  contexts,
  factsOfAchievement,
  issuerOf,
  type Site,
} from '../badges/achievement.ts'
import { badgePicture } from '../badges/badge-picture.ts'
import { siteOf } from '../certificates/name-and-site.ts'
import { achievements } from './achievement.contract.ts'
import { achievementWords } from './achievement.words.ts'

type Asking = Pick<Work, 'work' | 'runtime'>
type Reading = Pick<Stores, 'courses' | 'certificates' | 'certificateTemplates'>

/** Refuses with not_found where the course is no achievement. */
async function factsOf(id: Id<'crs'>, stores: Reading): Promise<AchievementFacts> {
  const { courses, certificates, certificateTemplates } = stores
  const [course, issued, template] = await Promise.all([
    courses.find(id),
    certificates.newestOf(id),
    certificateTemplates.ofCourse(id),
  ])
  return (course && factsOfAchievement(course, issued, template !== null)) ?? missing()
}

const siteFor = ({ work, runtime }: Asking): Promise<Site> =>
  siteOf({ school: work.school, requestId: work.origin.requestId }, runtime)

const achievementHandlers = builder.implement(achievements, {
  show: async ({ body: { course_id, language }, ...ctx }, stores) => {
    const facts = await factsOf(course_id, stores)
    const site = await siteFor(ctx)
    const { name, description } = facts
    const { criteria, completed, issuer } = achievementWords(language)
    const achievement = achievementOf(facts, completionOf(name), site)
    const picture = achievementPicturePath(course_id)
    const about = description === name ? '' : html`<p class="instructions">${description}</p>\n`
    const content = html`<p><img class="picture" src="${picture}" width="512" height="512" alt=""></p>
${about}<h2>${criteria}</h2>
<p>${completed(name)}</p>
<h2>${issuer}</h2>
<p><a href="${site.url}">${site.name}</a></p>
`
    const data = { '@context': contexts, ...achievement, creator: issuerOf(site) }
    return fragmentOf(name, content, data, { images: ["'self'"] })
  },

  picture: async ({ body: { course_id }, ...ctx }, stores) => {
    const { name: course_title } = await factsOf(course_id, stores)
    const { name: school_name } = await siteFor(ctx)
    return { picture: badgePicture({ course_title, school_name }, null) }
  },
})

export const achievementResource = builder.resource({ handlers: [achievementHandlers] })
