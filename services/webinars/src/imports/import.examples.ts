// Test values for requests about imports of attendance, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'

async function report(school: School) {
  const [session, one, other] = await Promise.all([
    school.make('webinarSessions.create'),
    school.make('users.create'),
    school.make('users.create'),
  ])
  return { session_id: session.id, csv: `email,minutes\n${one.email},45\n${other.email},50\n` }
}

export const examples: Examples = {
  'attendanceImports.run': async school => ({ body: await report(school) }),
}

export const references: Examples = {
  'attendanceImports.run file_id': async school => {
    const { session_id, csv } = await report(school)
    const bytes = Buffer.from(csv)
    const file = { name: 'report.csv', content_type: 'text/csv', size: bytes.length }
    const { id, upload } = await school.make('files.start', file)
    await school.put(upload.parts[0], bytes)
    await school.done('files.complete', { path: { id } })
    return { body: { session_id, file_id: id } }
  },
}
