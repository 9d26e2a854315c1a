/** The areas of an erasure that are the same for every person and service. */
export const generalAreas = [
  {
    service: 'users',
    what: 'profile',
    count: 1,
    erased: 'e-mail, phone, names, custom fields, language, time zone',
    kept: 'the id, the role and the times of the record',
    why: 'what the school must keep refers to it',
    done: true,
  },
  {
    service: 'all',
    what: 'answers kept for idempotent repetition',
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
    erased:
      'personal fields of those that wait to be sent, or could not be; what was sent goes within seven days, by its age',
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
    why: 'logs hold nothing personal',
    done: true,
  },
]
