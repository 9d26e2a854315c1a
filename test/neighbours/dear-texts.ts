// Texts that are dear to read, each in the place of an operation that takes it: once one of them kept a process from
// everybody for seconds.
import { operationId, operations } from '@lms/api'
import { fillPath } from '@lms/contract'
import { exampleOf, type School } from '@lms/testing/contract-suite'
import { ZipFile } from 'yazl'
import type { Attacker, Shot } from './attacker.ts'

const condition = (id: number) => ({
  ...{ id: `c${id}`, kind: 'condition', yes: `c${(id + 1) % 190}`, no: null },
  if: { by: 'rule', rule: { or: [{ tag: 'tag_01h455vb4pex5vsknk084sn02q' }] } },
})
const statement = {
  verb: { id: 'played' },
  object: { id: 'nothing' },
  result: { extensions: { a: 1 } },
  x: 1,
}

/** What is set in the example of an operation. */
const dear: readonly (readonly [operation: string, fields: object])[] = [
  ...['1 ', '100 eur 200 usd ', 'me ', 'last 7 days ', '-'].map(
    words => ['agentChat.ask', { message: words.repeat(4000 / words.length).slice(0, 4000) }] as const,
  ),
  ...[',', '"', 'email,', '\n,'].map(
    sign => ['attendanceImports.run', { csv: sign.repeat(400_000 / sign.length) }] as const,
  ),
  ['scenarios.create', { graph: { nodes: Array.from({ length: 190 }, (_, id) => condition(id)) } }],
  ['progress.report', { reports: Array(400).fill(statement) }],
  ...['> ', '* ', '**a', '[', '<', '{{ a }}', '{% if a %}'].map(
    mark =>
      [
        'messageTemplates.create',
        { format: 'markdown', document: null, body: mark.repeat(18_000 / mark.length) },
      ] as const,
  ),
]

/** A package whose manifest has one element of 1.4 million attributes: 3 MB. */
async function largePackage(): Promise<Buffer> {
  const zip = new ZipFile()
  const attributes = Array.from({ length: 1_400_000 }, (_, at) => `a${at}=""`).join(' ')
  zip.addBuffer(Buffer.from(`<manifest ${attributes}/>`), 'imsmanifest.xml')
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

async function upload(school: School, bytes: Buffer): Promise<string> {
  const file = { name: 'course.zip', content_type: 'application/zip', size: bytes.length }
  const { id, upload } = await school.make('files.start', file)
  await school.put(upload.parts[0], bytes)
  await school.done('files.complete', { path: { id } })
  return id
}

/** Shots of all of them, one after the other. */
export async function dearTexts(by: Attacker, school: School): Promise<Shot> {
  const file_id = await upload(school, await largePackage())
  const all = [...dear, ['coursePackages.import', { file_id, dry_run: true }] as const]
  const shots = await Promise.all(
    all.map(async ([name, fields]): Promise<Shot> => {
      const entry = operations.find(each => operationId(each) === name)
      if (!entry) throw new Error(`There is no operation ${name}.`)
      const { path, body, onBehalfOf } = await exampleOf(entry, school)
      const url = `/api${fillPath(entry.operation.path, path)}`
      const sent = { body: { ...(body as object), ...fields }, onBehalfOf }
      return (_, signal) => by.shoot(entry.operation.method, url, { ...sent, signal })
    }),
  )
  return (index, signal) => shots[index % shots.length]!(index, signal)
}
