import type { Provider } from './import.contract.ts'
import { readReport } from './report.ts'
import { readDuration, readReportTime } from './times.ts'

const read = (csv: string, provider: Provider, zone: string | null = 'Europe/Berlin') =>
  (readReport(csv, provider, zone) ?? []).map(({ email, interval, total, problem }) => [
    email,
    interval && [interval.from.toISOString(), interval.till.toISOString()],
    total,
    problem,
  ])

test('a report of Zoom: the table of attendees behind those of the webinar and of its hosts', () => {
  const csv = `\uFEFFAttendee Report
Report Generated:,"03/15/2026 05:00:00 PM"
Topic,Webinar ID,Actual Start Time,Actual Duration (minutes)
Colour,"812 3456",03/15/2026 02:00:00 PM,60
Host Details
Attended,User Name (Original Name),Email,Join Time,Leave Time,Time in Session (minutes),Is Guest
Yes,Clara,clara@school.example,03/15/2026 01:50:00 PM,03/15/2026 03:01:00 PM,71,No
Attendee Details
Attended,User Name (Original Name),First Name,Last Name,Email,Registration Time,Join Time,Leave Time,Time in Session (minutes),Is Guest
Yes,Ann,Ann,Lee,ann@school.example,03/01/2026 10:00:00 AM,03/15/2026 02:00:00 PM,03/15/2026 02:30:00 PM,30,No
Yes,Ann,Ann,Lee,ann@school.example,03/01/2026 10:00:00 AM,03/15/2026 02:40:00 PM,03/15/2026 03:00:00 PM,20,No
No,Bob,Bob,,bob@school.example,03/01/2026 10:00:00 AM,--,--,--,--
Other Attended
User Name,Join Time,Leave Time,Time in Session (minutes)
`
  expect(read(csv, 'zoom')).toEqual([
    ['ann@school.example', ['2026-03-15T13:00:00.000Z', '2026-03-15T13:30:00.000Z'], 0, null],
    ['ann@school.example', ['2026-03-15T13:40:00.000Z', '2026-03-15T14:00:00.000Z'], 0, null],
    ['bob@school.example', null, 0, 'time_unreadable'],
  ])
})

test('a report of GoToWebinar, whose duration is in words', () => {
  const csv = `Attendee Report
Webinar Name,Webinar ID
Colour,123-456-789
Attendee Details
Attended,Interest Rating,Last Name,First Name,Email Address,Join Time,Leave Time,Time in Session
Yes,80,Lee,Ann,ann@school.example,"Mar 15, 2026 02:00 PM CET","Mar 15, 2026 02:30 PM CET",30 minutes
Yes,80,Hill,Bob,bob@school.example,,,1 hour 2 minutes
`
  expect(read(csv, 'gotowebinar')).toEqual([
    ['ann@school.example', ['2026-03-15T13:00:00.000Z', '2026-03-15T13:30:00.000Z'], 0, null],
    ['bob@school.example', null, 3720, null],
  ])
})

test('a report of BigBlueButton names people by the registration with which they entered', () => {
  const csv = `name,moderator,extId,join,left,duration
Ann,false,wbr_01h455vb4pex5vsknk084sn02q,2026-03-15T13:00:00Z,2026-03-15T13:30:00Z,0:30:00
Bob,false,guest-7,2026-03-15T13:00:00Z,2026-03-15T13:30:00Z,0:30:00
`
  const lines = readReport(csv, 'bigbluebutton', null)!
  expect(lines.map(({ registration_id, problem }) => [registration_id, problem])).toEqual([
    ['wbr_01h455vb4pex5vsknk084sn02q', null],
    [null, 'contact_missing'],
  ])
})

test('a generic table with semicolons, and times that need a zone', () => {
  const csv = `email;joined_at;left_at;minutes
ann@school.example;2026-03-15 14:00:00;2026-03-15 14:30:00;
bob@school.example;;;45
`
  expect(read(csv, 'generic', null)).toEqual([
    ['ann@school.example', null, 0, 'time_zone_needed'],
    ['bob@school.example', null, 2700, null],
  ])
  expect(read(csv, 'generic')[0]![1]).toEqual(['2026-03-15T13:00:00.000Z', '2026-03-15T13:30:00.000Z'])
})

test('what is no table of attendance is null', () => {
  expect(readReport('Dear school,\nthank you.', 'zoom', null)).toBe(null)
  expect(readReport('email,name\nann@school.example,Ann', 'generic', null)).toBe(null)
})

test.each([
  ['2026-03-15T14:00:00+02:00', '2026-03-15T12:00:00.000Z'],
  ['03/15/2026 12:05:00 AM', '2026-03-14T23:05:00.000Z'],
  ['15.03.2026 14:00', '2026-03-15T13:00:00.000Z'],
])('the time %s', (given, expected) => {
  expect((readReportTime(given, 'Europe/Berlin') as Date).toISOString()).toBe(expected)
})

test.each([
  ['02/30/2026 02:00 PM', null],
  ['yesterday', null],
  ['', null],
])('no time: %s', (given, expected) => {
  expect(readReportTime(given, 'Europe/Berlin')).toBe(expected)
})

test.each([
  ['47', 2820],
  ['47.5', 2850],
  ['1:02:03', 3723],
  ['47 min 3 s', 2823],
  ['--', null],
  ['', null],
  ['1440', 86_400],
  ['99999', null],
  ['99999999999999999 h', null],
])('the duration %s', (given, seconds) => {
  expect(readDuration(given)).toBe(seconds)
})

test('one cell that is no contact, or no time of people, is the problem of its line alone', () => {
  const csv = `email,joined_at,minutes
${'x'.repeat(300)}@school.example,,45
ann\0@school.example,,45
ann@school.example,0000-01-01 10:00Z,99999999999 h
ann@school.example,,45
`
  expect(read(csv, 'generic')).toEqual([
    [null, null, 2700, 'contact_missing'],
    [null, null, 2700, 'contact_missing'],
    ['ann@school.example', null, 0, 'time_unreadable'],
    ['ann@school.example', null, 2700, null],
  ])
})
