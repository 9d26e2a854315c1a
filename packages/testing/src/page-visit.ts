/** A visit of a page that a service writes, of which only the data matter. */
export const somePageVisit = { path: '/page', language: 'en', school_name: 'School', time_zone: 'UTC' }
