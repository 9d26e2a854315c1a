// Courses and lessons.

import { migrationsIn, siteUrlSetting } from '@lms/service-host'
import { assessmentResources } from './assessment/resources.ts'
import { builder } from './builder.ts'
import { learningContract } from './contract.ts'
import { courseResources } from './course/resources.ts'
import { discussionResources } from './discussion/resources.ts'
import { homeworkResources } from './homework/resources.ts'
import { recognitionResources } from './recognition/resources.ts'
import { followedRights } from './study/enrollments/follow-rights.ts'
import { studyResources } from './study/resources.ts'

export const learningService = builder.build({
  contract: learningContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  keepsPeople: true,
  follows: [followedRights],
  resources: [
    courseResources,
    studyResources,
    assessmentResources,
    homeworkResources,
    recognitionResources,
    discussionResources,
  ],
  settings: [siteUrlSetting],
  // An empty flow is removed whatever names it: `removeFlow` follows.
  naming: { grp: async () => [] },
})
