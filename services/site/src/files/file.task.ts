// The work that follows changes of files.
import { id } from '@lms/contract'
import { task, throughOutages } from '@lms/service-host'
import { z } from 'zod'
import { OutageState } from './while-unavailable.ts'

const payload = z.object({ file_id: id('fil') })

/** Asks the storage for room for an upload, while the request waits. */
export const beginUpload = task('begin-upload', { payload, deadline: 10, attempts: 3 })

/**
 * Reads the bytes of an upload, while the request waits: of a file up to `maxAwaitedBytes`. A scanner or a storage that is
 * away says nothing about the file, which waits for it: its bytes would have to be sent again.
 */
export const checkFile = task('check-file', { payload, deadline: 20, pause: 5, ...throughOutages })

/**
 * The same for larger files. Two at a time, because each keeps a processor and the storage busy. A check that has used up
 * its time is repeated twice.
 */
export const checkLargeFile = task('check-large-file', {
  payload,
  state: OutageState,
  deadline: 900,
  attempts: 3,
  pause: 600,
  atOnce: 2,
})

/**
 * Makes smaller pictures of an image: one image at a time, because it takes the memory of its pixels. One that ends the
 * process is drawn no more than three times.
 */
export const makeVariants = task('make-variants', {
  payload,
  state: OutageState,
  deadline: 120,
  attempts: 3,
  pause: 10,
  atOnce: 1,
})

/** Deletes an upload that was never complete, and a rejected file after its time. */
export const forgetFile = task('forget-file', { payload })

/** Removes the bytes of a file whose row is gone, or that was rejected. */
export const removeBytes = task('remove-bytes', { payload, pause: 10 })
