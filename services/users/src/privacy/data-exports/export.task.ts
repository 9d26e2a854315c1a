import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

const ExportPayload = z.object({ export_id: id('job') })

/**
 * Two at a time in a process, because the file is made in memory, so that no school alone keeps the others waiting. Tries
 * last for about ten minutes.
 */
export const buildExport = task('build-data-export', {
  returns: 'never',
  payload: ExportPayload,
  attempts: 8,
  longestPause: 300,
  deadline: 300,
  atOnce: 2,
})

/** Deletes an expired export. */
export const removeExport = task('forget-data-export', {
  returns: 'never',
  payload: ExportPayload,
  counted: false,
})
