// A service is its resources: lists follow each other, references join, and nothing is said twice.
import { contract } from '@lms/contract'
import { defineService } from './define-service.ts'
import type { ServiceResource } from './resource.ts'

const builder = defineService({})
const serviceOf = (...resources: ServiceResource[]) =>
  builder.build({
    contract: contract({ service: 'notes', area: 'Notes', resources: {} }),
    migrations: async () => [],
    resources,
  })

test('references of several resources to objects of one kind are joined', async () => {
  const naming = (...ids: string[]) => builder.resource({ naming: { fil: async id => [...ids, id] } })
  const service = serviceOf(naming('crs_1'), builder.resource({}), naming('blk_1', 'blk_2'))
  expect(await service.naming?.fil?.('fil_1', {})).toEqual(['crs_1', 'fil_1', 'blk_1', 'blk_2', 'fil_1'])
})

test('resources are rebuilt after a restore one after the other, and each says what is to be set again', async () => {
  const order: string[] = []
  const restoring = (name: string, pause: Promise<void>) =>
    builder.resource({
      restored: async () => {
        await pause
        order.push(name)
        return [`${name}: set it again`]
      },
    })
  const first = Promise.withResolvers<void>()
  const service = serviceOf(restoring('keys', first.promise), restoring('bots', Promise.resolve()))
  const steps = service.restored?.({} as never, {})
  first.resolve()
  expect(await steps).toEqual(['keys: set it again', 'bots: set it again'])
  expect(order).toEqual(['keys', 'bots'])
  expect(serviceOf(builder.resource({})).restored).toBeUndefined()
})

test('two resources cannot count one maximum, nor own one kind of objects', () => {
  const counting = () => builder.resource({ used: { notes_limit_reached: async () => 1 } })
  expect(() => serviceOf(counting(), counting())).toThrow('Two resources say used.notes_limit_reached.')
  const owning = () => builder.resource({ objects: { off: async () => [] } })
  expect(() => serviceOf(owning(), owning())).toThrow('Two resources say objects.off.')
})

test('an area of several resources is a part of the list', () => {
  const setting = (name: `LMS_${string}`) =>
    builder.resource({ settings: [{ name, about: name, example: '1' }] })
  const service = builder.build({
    contract: contract({ service: 'notes', area: 'Notes', resources: {} }),
    migrations: async () => [],
    settings: [{ name: 'LMS_A', about: 'own', example: '1' }],
    resources: [[setting('LMS_B'), setting('LMS_C')], setting('LMS_D')],
  })
  expect(service.settings?.map(({ name }) => name)).toEqual(['LMS_A', 'LMS_B', 'LMS_C', 'LMS_D'])
})

test('what is copied is brought up to date before the operations of resources that know the present', () => {
  const notes = {}
  const follows = [{ of: 'rights' } as never]
  const service = builder.build({
    contract: contract({ service: 'notes', area: 'Notes', resources: {} }),
    migrations: async () => [],
    follows,
    resources: [builder.resource({ knowsPresent: [notes] }), builder.resource({})],
  })
  expect(service.follows?.[0]?.before).toEqual([notes])
})
