// The certificate of a completed course: the completion has stored the task, other services are asked for the names, and
// then the certificate is issued with its event.

import { builder } from '../../builder.ts'
import { issueCertificate } from '../../study/enrollments/issue-certificate.task.ts'
import { newBadgeKey } from '../badges/badge-key.ts'
import { issue } from './issue.ts'
import { nameOf, siteOf } from './name-and-site.ts'

export const issueCertificateCall = builder.externalCall(issueCertificate, {
  prepare: async ({ payload }, { enrollments, certificates, certificateTemplates, badgeKeys }) => {
    const enrollment = await enrollments.find(payload.enrollment_id)
    if (!enrollment) return null
    const [template, present, keys] = await Promise.all([
      certificateTemplates.ofCourse(enrollment.course_id),
      certificates.validOf(enrollment),
      badgeKeys.all(),
    ])
    return template && !present ? { user_id: enrollment.user_id, hasKey: keys.length > 0 } : null
  },
  call: async (request, { school, requestId, runtime }) => {
    if (!request) return null
    const scope = { school, requestId }
    const [name, site, key] = await Promise.all([
      nameOf(request.user_id, scope, runtime),
      siteOf(scope, runtime),
      request.hasKey ? null : newBadgeKey(school, runtime.vault),
    ])
    return { name, school_name: site.name, key }
  },
  finish: async ({ payload, outcome, work }, stores) => {
    // Somebody without a name gets none until the school gives one.
    if (!outcome?.name) return
    const { certificates, certificateTemplates, courses, enrollments, people } = stores
    const seen = await enrollments.find(payload.enrollment_id)
    // The name was asked for before an erasure.
    if (!seen || !(await people.holdPresent(seen.user_id))) return
    const enrollment = await enrollments.lockSeen(payload.enrollment_id)
    if (!enrollment?.completed_at) return
    const [present, course, newest] = await Promise.all([
      certificates.validOf(enrollment),
      courses.find(enrollment.course_id),
      certificateTemplates.ofCourse(enrollment.course_id),
    ])
    const template = !present && newest && (await certificateTemplates.lockIfAny(newest.id))
    if (template && course)
      issue(enrollment, template, { ...outcome, course_title: course.title }, stores, work)
  },
})
