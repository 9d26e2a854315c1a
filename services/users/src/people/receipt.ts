/** The areas of an erasure that are the same for every person and service. */
export const generalAreas = [
  {
    service: 'users',
    what: 'profile',
    count: 1,
    erased: 'e-mail, phone, names, custom fields, language, time zone',
    kept: 'the id, the role and the times of the record',
    why: 'data that the school must keep refer to it',
    done: true,
  },
  {
    service: 'all',
    what: 'answers stored for idempotent repetition',
    count: 0,
    erased: 'personal fields of answers that name the person',
    kept: null,
    why: null,
    done: false,
  },
  {
    service: 'all',
    what: 'messages between services',
    count: 0,
    erased: 'personal fields of unsent messages; sent messages expire within seven days',
    kept: null,
    why: null,
    done: false,
  },
  {
    service: 'all',
    what: 'logs',
    count: 0,
    erased: null,
    kept: 'ids and route templates',
    why: 'logs contain no personal data',
    done: true,
  },
]
