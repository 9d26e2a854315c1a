// The source of the client `@open-school/client`: a module for each resource, the events, and the class over all.
import { common } from '@lms/contract'
import { emittedEvents } from '../events.ts'
import { openApiDocument } from '../openapi/document.ts'
import { type Json, pascal } from '../openapi/json.ts'
import { byResource, eventsModule, homesOf, isDerived, kebab } from './homes.ts'
import { generatedNote, resourceModule } from './resource-module.ts'
import { commentOf, declarationOf, quoted, typeOf } from './types.ts'

/** The generated modules of the client, by their path in `packages/client/src/generated`. */
export function clientModules(): Record<string, string> {
  const document = openApiDocument()
  const homes = homesOf(document)
  const resources = [...byResource]
  const modules = {
    ...Object.fromEntries(
      resources.map(([resource, own]) => [
        `${kebab(resource)}.ts`,
        resourceModule(resource, own, { document, homes }),
      ]),
    ),
    'common-reasons.ts': `${generatedNote}
/** Reasons that operations share: of credentials, forms, rates and the server. */
export type CommonReason = ${[...new Set(Object.values(common).map(({ reason }) => reason))].map(quoted).join(' | ')}
`,
    [`${eventsModule}.ts`]: eventTypes(document, homes),
  }
  return {
    ...modules,
    'resources.ts': allResources(resources.map(([resource]) => resource)),
    'types.ts': allTypes(modules),
  }
}

/** All types of all modules; functions of the resources have the same names everywhere. */
function allTypes(modules: Readonly<Record<string, string>>): string {
  const lines = Object.entries(modules).map(([file, text]) => {
    const names = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name)
    return `export type { ${names.join(', ')} } from './${file}'\n`
  })
  return generatedNote + lines.join('')
}

function eventTypes(
  document: ReturnType<typeof openApiDocument>,
  homes: ReadonlyMap<string, string>,
): string {
  const used = new Set<string>()
  const seen = (name: string) => void used.add(name)
  const own = [...homes].filter(([name, at]) => at === eventsModule && !isDerived(name)).map(([name]) => name)
  const schemas = own.sort().map(name => declarationOf(name, document.components.schemas![name]!, seen))
  const events = emittedEvents.map(({ event }) => {
    const { post } = document.webhooks[event.type] as { post: { requestBody: { content: Json } } }
    const { schema } = post.requestBody.content['application/json'] as { schema: Json }
    const name = `${pascal(event.type)}Event`
    return {
      name,
      type: event.type,
      text: `${commentOf(`Emitted when ${event.when}.`)}export interface ${name} ${typeOf(schema, seen)}\n`,
    }
  })
  const imports = [
    ...Map.groupBy(
      [...used].filter(name => homes.get(name) !== eventsModule).sort(),
      name => homes.get(name)!,
    ),
  ]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([at, names]) => `import type { ${names.join(', ')} } from './${at}.ts'\n`)
  return [
    generatedNote,
    ...imports,
    '\n',
    [...schemas, ...events.map(({ text }) => text)].join('\n'),
    `\n/** Every event of a school, told apart by its \`type\`. */\nexport type SchoolEvent =\n${events.map(({ name }) => `  | ${name}\n`).join('')}`,
    `\nexport type EventType = SchoolEvent['type']\n/** The names of groups of events, for masks: \`order.*\`. */\nexport type EventMask = EventType | '*' | ${[...new Set(events.map(({ type }) => `${type.split('.')[0]}.*`))].map(quoted).join(' | ')}\n`,
  ].join('')
}

function allResources(names: readonly string[]): string {
  const sorted = [...names].sort()
  return [
    generatedNote,
    `import type { Caller } from '../core/types.ts'\n`,
    ...sorted.map(name => `import { ${pascal(name)}Api } from './${kebab(name)}.ts'\n`),
    `\n/** All resources of a school's API. */\nexport class Resources {\n`,
    ...sorted.map(name => `  readonly ${name}: ${pascal(name)}Api\n`),
    `  constructor(client: Caller) {\n`,
    ...sorted.map(name => `    this.${name} = new ${pascal(name)}Api(client)\n`),
    '  }\n}\n',
  ].join('')
}
