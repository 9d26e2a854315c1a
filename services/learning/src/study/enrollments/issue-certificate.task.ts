import { id } from '@lms/contract'
import { task, throughOutages } from '@lms/service-host'
import { z } from 'zod'

/** Issues the certificate of a completed course, if a template names the course. Stored with the completion. */
export const issueCertificate = task('issue-certificate', {
  payload: z.object({ enrollment_id: id('enr') }),
  ...throughOutages,
  deadline: 20,
})
