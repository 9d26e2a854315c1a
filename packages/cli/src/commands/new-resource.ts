// `lms generate resource`: the files of a resource that is made, read, changed and deleted, to be filled with its fields.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { serviceName } from '../services.ts'
import { say, sayJson } from '../terminal.ts'

export function newResourceCommand(generate: Command): void {
  generate
    .command('resource')
    .description('write the contract, store, handlers and spec of a resource')
    .argument('<service>', 'the service that keeps it: commerce')
    .argument('<several>', 'its path and folder, in the plural: tax-rates')
    .argument('<one>', 'the same in the singular: tax-rate')
    .argument('<prefix>', 'the three letters its ids begin with: tax')
    .option('--json', 'answer with JSON')
    .action((service, several, one, prefix, { json }: { json?: boolean }) => {
      const names = namesOf({ service, several, one, prefix })
      const written = writeResource(names)
      const lines = linesOf(names)
      if (json) return sayJson({ written, lines })
      say(`Written: ${written.join(', ')}`)
      say('Add to the lists:')
      for (const [file, added] of Object.entries(lines)) say(`  ${file}: ${added.join(' and ')}`)
      say(
        `Then declare the fields, and run lms generate migration ${service} ${several}, and npm run generate.`,
      )
    })
}

interface ResourceNames {
  service: string
  several: string
  one: string
  prefix: string
}
type Names = ReturnType<typeof namesOf>

function namesOf({ service, several, one, prefix }: ResourceNames) {
  const word = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
  if (!serviceName.test(service)) throw new Error(`${service} is no name of a service.`)
  for (const name of [several, one])
    if (!word.test(name)) throw new Error(`Use lower-case letters and hyphens for ${name}: tax-rates.`)
  if (!/^[a-z]{3}$/.test(prefix)) throw new Error('Use three lower-case letters for the prefix: tax.')
  const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const pascal = (name: string) => camel(name).replace(/^\w/, letter => letter.toUpperCase())
  return {
    service,
    prefix,
    folder: several,
    file: one,
    table: several.replaceAll('-', '_'),
    words: { one: one.replaceAll('-', ' '), several: several.replaceAll('-', ' ') },
    operations: camel(several),
    handlers: `${camel(one)}Handlers`,
    object: pascal(one),
    store: `${pascal(one)}Store`,
    full: `${several.replaceAll('-', '_')}_limit_reached`,
  }
}

const root = new URL('../../../../', import.meta.url)

/** Writes the folder; gives the paths of its files. Throws where it is there, or the service or the prefix is not. */
function writeResource(names: Names): string[] {
  const { service, folder, prefix } = names
  const source = new URL(`services/${service}/src/`, root)
  if (!existsSync(source)) throw new Error(`There is no folder services/${service}.`)
  const targetFolder = new URL(`${folder}/`, source)
  if (existsSync(targetFolder))
    throw new Error(`The folder services/${service}/src/${folder} already exists.`)
  if (readFileSync(new URL('packages/contract/src/prefixes.ts', root), 'utf8').includes(`\n  ${prefix}: `))
    throw new Error(`The prefix ${prefix} is taken: packages/contract/src/prefixes.ts.`)
  mkdirSync(targetFolder)
  const files = filesOf(names)
  for (const [path, content] of Object.entries(files)) writeFileSync(new URL(path, targetFolder), content)
  return Object.keys(files).map(path => `services/${service}/src/${folder}/${path}`)
}

/** What the lists take, by file. */
function linesOf({ service, prefix, folder, file, words, operations, store, handlers }: Names) {
  const source = `services/${service}/src`
  return {
    'packages/contract/src/prefixes.ts': [`  ${prefix}: '${words.one}',`],
    [`${source}/contract.ts`]: [
      `import { ${operations} } from './${folder}/${file}.contract.ts'`,
      `resources: { ${operations} }`,
    ],
    [`${source}/builder.ts`]: [
      `import { ${store} } from './${folder}/${file}.store.ts'`,
      `defineService({ ${operations}: ${store} })`,
    ],
    [`${source}/service.ts`]: [
      `import { ${handlers} } from './${folder}/${file}.handlers.ts'`,
      `resources: [${handlers}]`,
    ],
  }
}

// Outside the template, where the test of imports would take it for an import of this file.
const zodImport = `import { z } from 'zod'`

function filesOf(names: Names): Record<string, string> {
  const { service, prefix, folder, file, table, words, operations, handlers, object, store, full } = names
  const a = /^[aeiou]/.test(words.one) ? 'an' : 'a'
  return {
    [`${file}.contract.ts`]: `import { atMost, crud, full, id, refuse, stamps, text } from '@lms/contract'
${zodImport}

export const ${object} = z.object({
  id: id('${prefix}'),
  name: text(100, 1),
  ...stamps,
})
export type ${object} = z.infer<typeof ${object}>

const most = 1000

export const refusals = refuse({
  ${full}: full(most, '${words.several}', 'Delete one first.'),
})

export const ${operations} = crud('/v1/${folder}', ${object}, {
  names: ['${a} ${words.one}', '${words.several}'],
  bound: atMost(most, refusals.${full}),
  filters: ['name'],
  sorts: ['created_at', 'name'],
})
`,
    [`${file}.store.ts`]: `import { objectTable, storeOf } from '@lms/service-host'
import { ${object}, ${operations} } from './${file}.contract.ts'

const table = objectTable('${service}.${table}', ${object}, { list: ${operations}.list })

export class ${store} extends storeOf(table) {}
`,
    [`${file}.handlers.ts`]: `import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { ${operations} } from './${file}.contract.ts'

export const ${handlers} = builder.implement(
  ${operations},
  crudHandlers(${operations}, ({ ${operations} }: Stores) => ${operations}),
)
`,
    [`${file}.spec.ts`]: `import { startSystem, type TestSystem } from '@lms/testing'
import { ${service}Contract } from '../contract.ts'
import { ${service}Service } from '../service.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [${service}Service] })
}, 60_000)
afterAll(() => system.stop())

const school = () => system.client('${service}', ${service}Contract.resources, system.caller())

test('${a} ${words.one} is created, listed, renamed and deleted', async () => {
  const { ${operations} } = school()
  const { id } = await ${operations}.create({ body: { name: 'First' } })
  const renamed = await ${operations}.update({ path: { id }, body: { name: 'Second' } })
  expect((await ${operations}.list({ query: { name: 'Second' } })).data).toEqual([renamed])
  await ${operations}.delete({ path: { id } })
  await expect(${operations}.get({ path: { id } })).rejects.toMatchObject({ status: 404 })
})
`,
  }
}
