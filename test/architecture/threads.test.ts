// What strangers wrote is read in threads alone: no process that answers schools reaches a parser by its imports. A thread
// begins with a program `*-thread.ts`, which calls `answerJobs`; whatever only such a program reaches runs beside.
import { type Import, importsOf, packageOf, type Source, sources, targetOf } from './sources.ts'

/** Libraries that read texts of strangers. One that is new belongs here, or says below why it does not. */
const parsers = new Set([
  ...['csv-parse', 'fast-xml-parser', 'html-to-text', 'liquidjs', 'mailparser', 'marked', 'mrml', 'saxes'],
  ...['sanitize-html', 'yauzl', 'chardet'],
])
/** Readers of the product's own: the planner's, of questions; of records and texts of tables; of XML. */
const readers = new Set([
  'gateway/src/mails/mail.ts',
  ...[
    'understand.ts',
    'reading.ts',
    'changes.ts',
    'lexicon.ts',
    'periods.ts',
    'tokens.ts',
    'why-question.ts',
  ].map(name => `packages/agent/src/planner/${name}`),
  'packages/archive/src/directory.ts',
  'packages/archive/src/charset.ts',
  'packages/archive/src/xml.ts',
  'packages/content/src/html.ts',
  'packages/content/src/mail-html.ts',
  'packages/content/src/mail-styles.ts',
  'packages/content/src/mjml.ts',
  'services/crm/src/content/fill.ts',
  'services/crm/src/inbound/mail.ts',
  ...[
    'canvas.ts',
    'formula-instance.ts',
    'gaps.ts',
    'gift.ts',
    'html-of-xml.ts',
    'moodle-backup.ts',
    'moodle-cloze.ts',
    'moodle-question.ts',
    'moodle-quiz.ts',
    'moodle-xml.ts',
    'page-parts.ts',
    'qti-test.ts',
    'qti12-item.ts',
    'qti12.ts',
    'qti21-gaps.ts',
    'qti21-scoring.ts',
    'qti21.ts',
    'read-content-package.ts',
    'read-question.ts',
    'tags.ts',
  ].map(name => `services/learning/src/course/formats/${name}`),
  'services/learning/src/course/packages/check-lesson.ts',
  'services/learning/src/course/packages/foreign-documents.ts',
  'services/learning/src/course/packages/question-file.ts',
  'services/service/src/imports/slice.ts',
  'services/service/src/imports/text-beginning.ts',
  'services/service/src/reading/encoding.ts',
  'services/service/src/reading/records.ts',
  'services/webinars/src/imports/report.ts',
])
/** Libraries that read something, and are bounded where they are called. */
const bounded: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/server': 'a JSON body of the host, within its bounds',
  'content-disposition': 'writes a header',
  cookie: 'a header within the head that the gateway reads',
  'file-type': 'the first bytes of a file',
  'ipaddr.js': 'an address',
  isbot: 'a header within the head that the gateway reads',
  jsonwebtoken: 'a token within the head that the gateway reads',
  minisearch: 'at most 200 characters',
  negotiator: 'a header within the head that the gateway reads',
  'range-parser': 'a header within the head that the gateway reads',
  sharp: 'works in threads of its own',
  tldts: 'a name of a domain',
}

/**
 * A model’s answer has at most 20,000 characters and is read once, 30 levels deep: 62 ms at worst. What strangers wrote is in
 * cells, which are not parsed.
 */
const answersOfModels = 'packages/agent/src/links.ts imports marked'
/** The pages of docs/ are the product's own: each is read once, when somebody asks for it. */
const ownPages = 'packages/api/src/docs/guides.ts imports marked'

const byPath = new Map(sources.map(source => [source.path, source]))
const isProgram = ({ path }: Source) =>
  /(^|\/)(?:thread|[a-z-]+-thread)\.ts$/.test(path) && !path.includes('/in-')
const programs = sources.filter(source => isProgram(source) && /\banswerJobs\(/.test(source.text))
const runs = ({ typeOnly }: Import) => !typeOnly

/** All files that run where one of these does. */
function reachedFrom(begins: readonly Source[]): Set<Source> {
  const reached = new Set<Source>()
  const open = [...begins]
  for (let source = open.pop(); source; source = open.pop()) {
    if (reached.has(source)) continue
    reached.add(source)
    for (const each of importsOf(source).filter(runs)) {
      const target = byPath.get(targetOf(each))
      if (target) open.push(target)
    }
  }
  return reached
}

const mains = sources.filter(({ path }) =>
  /^(?:services\/[a-z]+|gateway)\/src\/main\.ts$|^packages\/cli\/src\/up\/single\.ts$/.test(path),
)
const services = sources.filter(({ path }) => /^services\/[a-z]+\/src\/service\.ts$/.test(path))
const inProcesses = reachedFrom([...mains, ...services])

test('programs of threads read all that strangers write', () => {
  expect(mains.length).toBeGreaterThan(11)
  expect(programs.map(({ path }) => path).sort()).toEqual([
    'gateway/src/mails/mail-thread.ts',
    'packages/agent/src/planner/understanding-thread.ts',
    'packages/archive/src/directory-thread.ts',
    'packages/archive/src/tar-thread.ts',
    'packages/content/src/sanitizing-thread.ts',
    'services/crm/src/content/filler-thread.ts',
    'services/crm/src/inbound/mail-thread.ts',
    'services/learning/src/course/packages/package-thread.ts',
    'services/service/src/imports/text-thread.ts',
    'services/service/src/reading/reading-thread.ts',
    'services/webinars/src/imports/report-thread.ts',
    'services/webinars/src/video/bigbluebutton/xml-thread.ts',
  ])
  const inThreads = reachedFrom(programs)
  const unread = [...readers].filter(path => !inThreads.has(byPath.get(path)!))
  expect(unread).toEqual([])
  const used = new Set([...inThreads].flatMap(importsOf).map(({ specifier }) => packageOf(specifier)))
  expect([...parsers].filter(name => !used.has(name))).toEqual([])
})

test('no process that answers schools reaches a parser', () => {
  const matches = [...inProcesses].flatMap(source => [
    ...(readers.has(source.path) ? [source.path] : []),
    ...importsOf(source)
      .filter(runs)
      .filter(({ specifier }) => parsers.has(packageOf(specifier)))
      .map(({ specifier }) => `${source.path} imports ${specifier}`),
  ])
  expect(matches.filter(match => match !== answersOfModels && match !== ownPages)).toEqual([])
})

test('every library that a process uses to read is known to be bounded', () => {
  const reads =
    /pars|read|xml|html|csv|markdown|zip|mime|cookie|token|negotia|range|disposition|type$|search|bot/
  const names = new Set(
    [...inProcesses]
      .flatMap(importsOf)
      .filter(runs)
      .map(({ specifier }) => packageOf(specifier))
      .filter(name => !/^[.@]|^node:/.test(name) && reads.test(name)),
  )
  expect([...names].filter(name => !(name in bounded)).sort()).toEqual([])
})

test('nothing starts a thread but the one way to read, and the makers of documents', () => {
  const starting = sources.filter(({ text, forTests }) => !forTests && /new Worker\(/.test(text))
  expect(starting.map(({ path }) => path)).toEqual([
    'packages/content/src/worker.ts',
    'packages/pdf/src/rendering.ts',
    // It reads nothing: it describes the API for an archive, and ends.
    'services/service/src/archives/openapi-document.ts',
  ])
})
