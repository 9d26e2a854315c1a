// Test values for requests about files: uploads whose bytes were sent.
import { type Examples, on, readyFile, type School, sentFile } from '@lms/testing/examples'

const begun = (school: School): Promise<{ id: string }> => school.make('files.start')

export const examples: Examples = {
  'files.get': on(begun),
  'files.change': on(begun),
  'files.remove': on(begun),
  'files.complete': on(sentFile),
  'files.download': on(readyFile),
}
