import { formatTime } from '@lms/contract'

const hours = 3_600_000

/** The areas of an erasure that are the same for every person and service; `now` in the form of the API. */
export const generalAreas = (now: string) => {
  const after = (ms: number) => formatTime(new Date(Date.parse(now) + ms))
  return [
    {
      service: 'users',
      what: 'profile',
      count: 1,
      erased: 'e-mail, phone, names, custom fields, language, time zone',
      kept: 'the id, the role and the times of the record',
      why: 'data that the school must keep refer to it',
      expires_at: null,
      finished: true,
    },
    {
      service: 'all',
      what: 'answers stored for idempotent repetition',
      count: 0,
      erased: 'personal fields of answers that name the person',
      kept: 'encrypted answers that contain a secret',
      why: 'nobody reads them but who repeats the request',
      expires_at: after(25 * hours),
      finished: false,
    },
    {
      service: 'all',
      what: 'messages between services',
      count: 0,
      erased: 'personal fields of messages that are not sent yet',
      kept: 'sent messages, as they were sent',
      why: 'a service that was down reads on where it stopped',
      expires_at: after(7 * 24 * hours),
      finished: false,
    },
    {
      service: 'service',
      what: 'files of exports that were ordered before',
      count: 0,
      erased: null,
      kept: 'the files, as they were made',
      why: 'whoever ordered them may still be fetching them',
      expires_at: after(24 * hours),
      finished: true,
    },
    {
      service: 'site',
      what: 'files of the school, such as tables for an import',
      count: 0,
      erased: null,
      kept: 'the files, with all that they say of anybody',
      why: 'only the school knows what is in them: DELETE /v1/files/{id}',
      expires_at: null,
      finished: true,
    },
    {
      service: 'all',
      what: 'logs',
      count: 0,
      erased: null,
      kept: 'ids and route templates',
      why: 'logs contain no personal data',
      expires_at: null,
      finished: true,
    },
  ]
}
