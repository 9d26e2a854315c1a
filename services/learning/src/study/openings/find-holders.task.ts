import { id } from '@lms/contract'
import { task, throughOutages } from '@lms/service-host'
import { z } from 'zod'

/** Asks who has a tag, has bought an offer or attended a webinar that a rule begins to name; later changes are heard. */
export const findHolders = task('find-holders', {
  payload: z.object({ object_id: z.union([id('tag'), id('off'), id('wbn')]) }),
  state: z.object({ after: z.union([id('usr'), id('ord'), id('wba')]) }),
  ...throughOutages,
  counted: false,
})
