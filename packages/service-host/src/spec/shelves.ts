// A small service for the specs of plain resources: shelves with boxes, and every feature of a declaration.
import {
  atMost,
  type Caller,
  contract,
  crud,
  event,
  filter,
  id,
  M,
  oneOf,
  Refused,
  refuse,
  resource,
  stamps,
  text,
} from '@lms/contract'
import { z } from 'zod'
import {
  column,
  crudHandlers,
  defineService,
  migration,
  objectTable,
  orderedStoreOf,
  rowSecurity,
  type StoresOf,
  storeOf,
} from '../index.ts'

export const Shelf = z.object({
  id: id('off'),
  code: text(20, 1),
  label: text(100).nullable(),
  colour: oneOf(['red', 'blue']),
  room: oneOf(['cellar', 'attic']),
  boxes_count: z.int32(),
  ...stamps,
})
export const Box = z.object({
  id: id('ofi'),
  shelf_id: id('off'),
  name: text(100, 1),
  position: z.int32().min(1),
  ...stamps,
})

export const refusals = refuse({
  code_taken: { status: 409, when: 'another shelf has the code', message: 'Choose another code.' },
  shelf_not_empty: { status: 409, when: 'boxes stand on it', message: 'Take the boxes away first.' },
  attic_red: { status: 422, when: 'a shelf in the attic is red', message: 'Paint it blue.' },
  boxes_differ: { status: 409, when: 'the ids are not all of the boxes', message: 'List the boxes again.' },
  shelf_limit_reached: { status: 409, when: 'three boxes stand on it', message: 'Take another shelf.' },
})

const related = ['offer_id'] as const
export const shelfCreated = event('shelf.created', { when: 'a shelf was made', object: Shelf, related })
export const shelfUpdated = event('shelf.updated', {
  when: 'a shelf was changed',
  object: Shelf,
  related,
  changes: true,
})
export const shelfDeleted = event('shelf.deleted', { when: 'a shelf was deleted', object: Shelf, related })
const boxRelated = ['shelf_id', 'offer_item_id'] as const
export const boxDeleted = event('box.deleted', {
  when: 'a box was deleted',
  object: Box,
  related: boxRelated,
})

export const shelves = crud('/v1/shelves', Shelf, {
  names: ['a shelf', 'shelves'],
  bound: 'event',
  readOnly: ['boxes_count'],
  immutable: ['room'],
  defaults: { colour: 'red' },
  filters: ['code'],
  otherFilters: { box: filter.text },
  sorts: ['created_at', 'code'],
  refuses: {
    create: [refusals.code_taken, refusals.attic_red],
    update: [refusals.code_taken, refusals.attic_red],
    delete: [refusals.shelf_not_empty],
  },
  emits: { created: shelfCreated, updated: shelfUpdated, deleted: shelfDeleted },
})
export const boxes = resource({
  ...crud('/v1/shelves/{id}/boxes', Box, {
    item: 'boxId',
    names: ['a box', 'boxes'],
    bound: atMost(3, refusals.shelf_limit_reached),
    readOnly: ['shelf_id', 'position'],
    sorts: ['position', 'created_at'],
    emits: { deleted: boxDeleted },
  }),
  arrange: M('PUT /v1/shelves/{id}/boxes', {
    summary: 'Put the boxes of a shelf in order',
    permission: 'shelves:write',
    body: z.strictObject({ ids: z.array(id('ofi')).max(3) }),
    returns: z.object({ boxes: z.array(Box) }),
    refuses: [refusals.boxes_differ],
  }),
})

export const shelfTable = objectTable('shelves.shelves', Shelf, {
  hidden: { code_key: column.key() },
  computed: ['boxes_count'],
  list: shelves.list,
  unique: [{ of: ['code_key'], refusal: refusals.code_taken }],
  visible: ({ role }: Caller) => (role === 'student' ? { sql: `t.room = 'attic'`, values: [] } : null),
})
export const boxTable = objectTable('shelves.boxes', Box, { indexes: [['shelf_id', 'created_at', 'id']] })

const onShelf = (id: string) => ({ sql: 't.shelf_id = $', values: [id] })

const countSql = 'select count(*) from shelves.boxes where school_id = $1 and shelf_id = $2'
class BoxStore extends orderedStoreOf(boxTable) {
  async countOn(shelfId: string): Promise<number> {
    const { rows } = await this.work.read(countSql, [this.work.school, shelfId])
    return Number(rows[0]![0])
  }
}

const builder = defineService({ shelves: storeOf(shelfTable), boxes: BoxStore })
export type Stores = StoresOf<typeof builder.stores>

const shelfHandlers = builder.implement(
  shelves,
  crudHandlers(shelves, ({ shelves }: Stores) => shelves, {
    sets: ({ code }) => ({ code_key: code.toLowerCase() }),
    check: ({ room, colour }) => {
      if (room === 'attic' && colour === 'red') throw new Refused(refusals.attic_red)
    },
    mayRemove: async ({ id }, { boxes }) => {
      if (await boxes.countOn(id)) throw new Refused(refusals.shelf_not_empty)
    },
    show: (rows, { boxes }) =>
      Promise.all(rows.map(async row => ({ ...row, boxes_count: await boxes.countOn(row.id) }))),
  }),
)
const boxHandlers = builder.implement(boxes, {
  ...crudHandlers(boxes, ({ boxes }: Stores) => boxes, {
    within: { parent: ({ shelves }) => shelves, key: 'shelf_id' },
    sets: async ({ shelf_id }, { before, stores }) => ({
      position: before?.position ?? (await stores.boxes.nextPosition(onShelf(shelf_id))),
    }),
  }),
  arrange: async ({ path, body }, { shelves, boxes }) => {
    await shelves.lock(path.id)
    return { boxes: await boxes.arrange(body.ids, onShelf(path.id), refusals.boxes_differ) }
  },
})

const tables = migration(
  '001-shelves',
  `
create table shelves.shelves (
  school_id text collate "C" not null,
  id text collate "C" not null,
  code text not null,
  label text,
  colour text collate "C" not null,
  room text collate "C" not null,
  code_key text collate "C" not null,
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id),
  constraint shelves_code_key_key unique (school_id, code_key)
);
${rowSecurity('shelves', 'shelves')}
create table shelves.boxes (
  school_id text collate "C" not null,
  id text collate "C" not null,
  shelf_id text collate "C" not null,
  name text not null,
  position int not null,
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id)
);
${rowSecurity('shelves', 'boxes')}`,
)

export const shelvesService = builder.build({
  contract: contract({
    service: 'shelves',
    area: 'Shelves',
    resources: { shelves, boxes },
  }),
  migrations: async () => [tables],
  handlers: [shelfHandlers, boxHandlers],
})
