import { accessRulesResource } from './access-rules/access-rules.resource.ts'
import { blockResource } from './blocks/block.resource.ts'
import { courseCopyResource } from './copying/course-copy.resource.ts'
import { courseResource } from './courses/course.resource.ts'
import { lessonResource } from './lessons/lesson.resource.ts'
import { moduleResource } from './modules/module.resource.ts'
import { packageResource } from './packages/package.resource.ts'
import { publicationResource } from './publishing/publication.resource.ts'
import { structureResource } from './structure/structure.resource.ts'

export const courseResources = [
  blockResource,
  courseCopyResource,
  packageResource,
  courseResource,
  structureResource,
  publicationResource,
  moduleResource,
  lessonResource,
  accessRulesResource,
]
