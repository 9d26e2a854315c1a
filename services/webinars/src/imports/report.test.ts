import type { Provider } from './import.contract.ts'
import { readReport } from './report.ts'
import { Clock, readDuration } from './times.ts'

const reportOf = (text: string, hint: Provider | null = null, zone: string | null = 'Europe/Berlin') => {
  const report = readReport(text, { hint, zone })
  if (!report || report === 'no_contact') throw new Error('no report')
  return report
}
const read = (text: string, hint: Provider | null = null, zone: string | null = 'Europe/Berlin') =>
  reportOf(text, hint, zone).lines.map(({ email, interval, total, skipped, problem }) => [
    email,
    interval && [interval.from.toISOString(), interval.till.toISOString()],
    total,
    skipped ?? problem,
  ])

const zoomWebinar = `\uFEFFAttendee Report
Report Generated:,"03/15/2026 05:00:00 PM"
Topic,Webinar ID,Actual Start Time,Actual Duration (minutes)
Colour,"812 3456",03/15/2026 02:00:00 PM,60
Host Details
Attended,User Name (Original Name),Email,Join Time,Leave Time,Time in Session (minutes),Is Guest
Yes,Clara,clara@school.example,03/15/2026 01:50:00 PM,03/15/2026 03:01:00 PM,71,No
Attendee Details
Attended,User Name (Original Name),First Name,Last Name,Email,Phone,Registration Time,Approval Status,Join Time,Leave Time,Time in Session (minutes),Is Guest,Country/Region Name,Source Name
Yes,Ann,Ann,Lee,ann@school.example,,03/01/2026 10:00:00 AM,approved,03/15/2026 02:00:00 PM,03/15/2026 02:30:00 PM,30,No,Germany,
Yes,Ann,Ann,Lee,ann@school.example,,03/01/2026 10:00:00 AM,approved,03/15/2026 02:40:00 PM,03/15/2026 03:00:00 PM,20,No,Germany,
No,Bob,Bob,,bob@school.example,--,03/01/2026 10:00:00 AM,approved,--,--,--,--,--,
Other Attended
User Name,Join Time,Leave Time,Time in Session (minutes)
`

test('a webinar of Zoom: the attendees behind the hosts; who did not attend is absent, and no mistake', () => {
  expect(reportOf(zoomWebinar)).toMatchObject({ provider: 'zoom', warnings: [] })
  expect(read(zoomWebinar)).toEqual([
    ['ann@school.example', ['2026-03-15T13:00:00.000Z', '2026-03-15T13:30:00.000Z'], 0, null],
    ['ann@school.example', ['2026-03-15T13:40:00.000Z', '2026-03-15T14:00:00.000Z'], 0, null],
    ['bob@school.example', null, 0, 'absent'],
  ])
})

test('a meeting of Zoom: the time in the waiting room is no presence', () => {
  const csv = `Name (original name),Email,Join time,Leave time,Duration (minutes),Guest,Recording disclaimer response,In waiting room
Ann,ann@school.example,03/15/2026 01:55:00 PM,03/15/2026 02:00:00 PM,5,Yes,,Yes
Ann,ann@school.example,03/15/2026 02:00:00 PM,03/15/2026 02:30:00 PM,30,Yes,OK,No
`
  expect(reportOf(csv).provider).toBe('zoom')
  expect(read(csv)).toEqual([
    ['ann@school.example', null, 0, 'waiting_room'],
    ['ann@school.example', ['2026-03-15T13:00:00.000Z', '2026-03-15T13:30:00.000Z'], 0, null],
  ])
})

/** As Teams exports it: with tabs, three sections, and years of two digits. */
function teams(people: number, sections = ['Participants', 'In-Meeting Activities']): string {
  const who = Array.from({ length: people }, (_, index) => `p${index}@school.example`)
  const [summed, stayed] = [
    who.map(each => `P\t3/15/26, 2:00:05 PM\t3/15/26, 3:00:00 PM\t40m 10s\t${each}\t${each}\tAttendee`),
    who.flatMap(each => [
      `P\t3/15/26, 2:00:00 PM\t3/15/26, 2:30:00 PM\t30m\t${each}\tAttendee`,
      `P\t3/15/26, 2:50:00 PM\t3/15/26, 3:00:00 PM\t10m\t${each}\tAttendee`,
    ]),
  ]
  const of: Record<string, string[]> = {
    Participants: [
      '2. Participants',
      'Name\tFirst Join\tLast Leave\tIn-Meeting Duration\tEmail\tParticipant ID (UPN)\tRole',
      ...summed,
      '',
    ],
    'In-Meeting Activities': [
      '3. In-Meeting Activities',
      'Name\tJoin Time\tLeave Time\tDuration\tEmail\tRole',
      ...stayed,
    ],
  }
  const summary = ['1. Summary', 'Meeting title\tColour', `Attended participants\t${people}`, '']
  return [...summary, ...sections.flatMap(each => of[each]!)].join('\r\n')
}

test.each([1, 60, 100])('Teams with %i people: each stay of each, behind the sums', people => {
  const lines = read(teams(people))
  expect(lines).toHaveLength(2 * people)
  expect(lines.slice(-2)).toEqual([
    [`p${people - 1}@school.example`, ['2026-03-15T13:00:00.000Z', '2026-03-15T13:30:00.000Z'], 0, null],
    [`p${people - 1}@school.example`, ['2026-03-15T13:50:00.000Z', '2026-03-15T14:00:00.000Z'], 0, null],
  ])
})

test('Teams without activities: the duration in the meeting, and not from the first join to the last leave', () => {
  expect(reportOf(teams(1, ['Participants'])).provider).toBe('teams')
  expect(read(teams(1, ['Participants']))).toEqual([['p0@school.example', null, 2410, null]])
})

test('GoToWebinar: the names of zones are read, and one that means several is told', () => {
  const csv = (zone: string) => `Attendee Report
Webinar Name,Webinar ID
Colour,123-456-789
Attendee Details
Attended,Interest Rating,Last Name,First Name,Email Address,Join Time,Leave Time,Time in Session
Yes,80,Lee,Ann,ann@school.example,"Mar 15, 2026 02:00 PM ${zone}","Mar 15, 2026 02:30 PM ${zone}",30 minutes
Yes,80,Hill,Bob,bob@school.example,,,1 hour 2 minutes
No,,Wood,Eve,eve@school.example,--,--,--
`
  expect(reportOf(csv('EDT'))).toMatchObject({ provider: 'gotowebinar', warnings: [] })
  expect(read(csv('EDT'))).toEqual([
    ['ann@school.example', ['2026-03-15T18:00:00.000Z', '2026-03-15T18:30:00.000Z'], 0, null],
    ['bob@school.example', null, 3720, null],
    ['eve@school.example', null, 0, 'absent'],
  ])
  const report = reportOf(csv('IST'), null, 'Asia/Kolkata')
  expect(report.warnings).toEqual([expect.stringContaining('IST')])
  expect(report.lines[0]!.interval!.from.toISOString()).toBe('2026-03-15T08:30:00.000Z')
  // Without a zone the duration is what can be known.
  expect(reportOf(csv('IST'), null, null)).toMatchObject({
    warnings: [expect.stringContaining('send time_zone')],
    lines: [{ total: 1800, interval: null, problem: null }, {}, {}],
  })
})

test('Google Meet: durations, because its times have no date', () => {
  const csv = `First name,Last name,Email,Duration,Time joined,Time exited
Ann,Lee,ann@school.example,1 hr 31 mins,2:00 PM,3:31 PM
Bob,,bob@school.example,43 secs,2:00 PM,2:01 PM
`
  expect(reportOf(csv).provider).toBe('google_meet')
  expect(read(csv)).toEqual([
    ['ann@school.example', null, 5460, null],
    ['bob@school.example', null, 43, null],
  ])
})

test('BigBlueButton: the analytics that it posts, by the id under which people entered', () => {
  const person = (ext_user_id: string, joins: string[], leaves: string[]) => ({
    ...{ ext_user_id, name: 'Ann', moderator: false, duration: 1800, joins, leaves },
  })
  const json = JSON.stringify({
    version: '1.0',
    meeting_id: 'wbs_1',
    data: {
      ...{ start: '2026-03-15T13:00:00+00:00', finish: '2026-03-15T14:00:00+00:00' },
      attendees: [
        person(
          'usr_01h455vb4pex5vsknk084sn02q',
          ['2026-03-15T13:00:00+00:00'],
          ['2026-03-15T13:30:00+00:00'],
        ),
        person('guest-7', ['2026-03-15T13:50:00+00:00'], []),
      ],
    },
  })
  expect(reportOf(json)).toMatchObject({
    provider: 'bigbluebutton',
    lines: [
      { line: 1, user_id: 'usr_01h455vb4pex5vsknk084sn02q', problem: null },
      { line: 2, user_id: null, problem: 'contact_missing' },
    ],
  })
  expect(read(json)[1]![1]).toEqual(['2026-03-15T13:50:00.000Z', '2026-03-15T14:00:00.000Z'])
})

test('the table of the dashboard of BigBlueButton has no contact', () => {
  const csv = `Name,Moderator,Activity Score,Talk Time,Webcam Time,Messages,Reactions,Poll Votes,Raise Hands,Join,Left,Duration
"Ann","FALSE","1.5","00:01:00","-","1","0","0","0","3/15/2026, 02:00:00 PM","3/15/2026, 02:30:00 PM","00:30:00"
`
  expect(readReport(csv, { hint: 'bigbluebutton', zone: null })).toBe('no_contact')
})

test('a generic table with semicolons, and times that need a zone', () => {
  const csv = `email;joined_at;left_at;minutes
ann@school.example;2026-03-15 14:00:00;2026-03-15 14:30:00;
bob@school.example;;;45
`
  expect(reportOf(csv).provider).toBe('generic')
  expect(read(csv, null, null)).toEqual([
    ['ann@school.example', null, 0, 'time_zone_needed'],
    ['bob@school.example', null, 2700, null],
  ])
  expect(read(csv)[0]![1]).toEqual(['2026-03-15T13:00:00.000Z', '2026-03-15T13:30:00.000Z'])
})

test('a hint decides where columns fit several services, and only there', () => {
  const csv = 'Email,Duration\nann@school.example,45\n'
  expect([reportOf(csv).provider, reportOf(csv, 'zoom').provider]).toEqual(['generic', 'zoom'])
  expect(reportOf(zoomWebinar, 'gotowebinar').provider).toBe('zoom')
})

test('what is no table of attendance is null', () => {
  const none = ['Dear school,\nthank you.', 'email,name\nann@school.example,Ann', '{"a":1}', '{', '']
  for (const text of none) expect(readReport(text, { hint: null, zone: null })).toBe(null)
})

const time = (text: string, zone: string | null = 'Europe/Berlin') => {
  const result = new Clock(zone, [text]).read(text)
  return result instanceof Date ? result.toISOString() : result
}
test.each([
  ['2026-03-15T14:00:00+02:00', '2026-03-15T12:00:00.000Z'],
  ['03/15/2026 12:05:00 AM', '2026-03-14T23:05:00.000Z'],
  ['3/15/26, 2:01:33 PM', '2026-03-15T13:01:33.000Z'],
  ['15/03/2026, 14:01:33', '2026-03-15T13:01:33.000Z'],
  ['15.03.2026 14:00', '2026-03-15T13:00:00.000Z'],
  ['Mar 15, 2026 02:00 PM PST', '2026-03-15T22:00:00.000Z'],
  ['Mar 15, 2026 02:00 PM (CET)', '2026-03-15T13:00:00.000Z'],
])('the time %s', (text, expected) => expect(time(text)).toBe(expected))

test('the order of day and month is one for a report, and told where it is a guess', () => {
  const clock = new Clock('UTC', ['03/04/2026, 14:00', '25/04/2026, 14:00'])
  expect((clock.read('03/04/2026, 14:00') as Date).toISOString()).toBe('2026-04-03T14:00:00.000Z')
  expect(clock.warnings).toEqual([])
  expect(new Clock('UTC', ['03/04/2026, 14:00']).warnings).toEqual([expect.stringContaining('month/day')])
  expect(new Clock('UTC', ['03/04/2026 02:00 PM']).warnings).toEqual([])
})

test.each(['02/30/2026 02:00 PM', 'yesterday', ''])('no time: %s', text => expect(time(text)).toBe(null))

test.each([
  ['47', 2820],
  ['47.5', 2850],
  ['1:02:03', 3723],
  ['47 min 3 s', 2823],
  ['1h 27m 51s', 5271],
  ['--', null],
  ['', null],
  ['1440', 86_400],
  ['99999', null],
  ['99999999999999999 h', null],
])('the duration %s', (text, seconds) => {
  expect(readDuration(text)).toBe(seconds)
})

test('one cell that is no contact, or no time of people, is the problem of its line alone', () => {
  const csv = `email,joined_at,minutes
${'x'.repeat(300)}@school.example,,45
ann\0@school.example,,45
ann@school.example,0000-01-01 10:00Z,99999999999 h
ann@school.example,,45
`
  expect(read(csv)).toEqual([
    [null, null, 2700, 'contact_missing'],
    [null, null, 2700, 'contact_missing'],
    ['ann@school.example', null, 0, 'time_unreadable'],
    ['ann@school.example', null, 2700, null],
  ])
})
