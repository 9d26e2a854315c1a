// The text of the files of a resource that is made, read, changed and deleted.

/** How the parts of a resource are called. */
export interface ResourceNames {
  service: string
  /** The three letters its ids begin with. */
  prefix: string
  /** After `/v1/`. */
  path: string
  /** The folder of its area; null where the service has none. */
  area: string | null
  /** Its folder, from `src`. */
  folder: string
  /** From its folder to `src`. */
  source: string
  /** Its files begin with this. */
  file: string
  table: string
  words: { one: string; several: string }
  operations: string
  resource: string
  object: string
  store: string
  /** The reason of the refusal where there is no room for one more. */
  full: string
}

// Not as lines of a template, which the test of imports would take for imports of this file.
const imported = (names: string, from: string) => `import { ${names} } from '${from}'`

/** The text of each file of a new resource, by its name. */
export function resourceFiles(names: ResourceNames): Record<string, string> {
  const { service, prefix, path, source, file, table, words, operations, resource, object, store, full } =
    names
  const a = /^[aeiou]/.test(words.one) ? 'an' : 'a'
  return {
    [`${file}.contract.ts`]: `import { atMost, crud, full, id, refuse, stamps, text } from '@lms/contract'
${imported('z', 'zod')}

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

export const ${operations} = crud('/v1/${path}', ${object}, {
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
    [`${file}.resource.ts`]: `import { crudHandlers } from '@lms/service-host'
${imported('builder, type Stores', `${source}/builder.ts`)}
import { ${operations} } from './${file}.contract.ts'

export const ${resource} = builder.resource({
  handlers: [builder.implement(${operations}, crudHandlers(${operations}, ({ ${operations} }: Stores) => ${operations}))],
})
`,
    [`${file}.spec.ts`]: `import { startSystem, type TestSystem } from '@lms/testing'
${imported(`${service}Contract`, `${source}/contract.ts`)}
${imported(`${service}Service`, `${source}/service.ts`)}

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
