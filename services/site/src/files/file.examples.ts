// Test values for requests about files: uploads whose bytes were sent.
import { type Examples, on, readyFile, type School, sentFile } from '@lms/testing/examples'

const startFile = (school: School): Promise<{ id: string }> => school.make('files.start')

export const examples: Examples = {
  'files.get': on(startFile),
  'files.update': on(startFile),
  'files.delete': on(startFile),
  'files.complete': on(sentFile),
  'files.download': on(readyFile),
}
