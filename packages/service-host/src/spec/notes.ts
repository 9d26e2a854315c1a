// A small service for the host's own specs: notes of a school, and nothing else.
import {
  C,
  contract,
  event,
  filter,
  G,
  id,
  L,
  M,
  newId,
  oneOf,
  personal,
  resource,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import {
  column,
  commonColumns,
  defineService,
  migration,
  type RowOf,
  rowSecurity,
  Store,
  table,
  tenantEntity,
  type UnitOfWork,
} from '../index.ts'

export const Note = z.object({
  id: id('off'),
  name: personal(text(300_000)),
  rank: z.int(),
  colour: oneOf(['red', 'blue']),
  version: z.int(),
  created_at: timestamp(),
  updated_at: timestamp(),
})

export const noted = event('order.created', { when: 'a note was made', object: Note, related: [] })

export const notes = resource({
  list: L('GET /v1/notes', {
    summary: 'List notes',
    permission: 'notes:read',
    returns: Note,
    list: {
      filters: {
        colour: filter.state(['red', 'blue']),
        rank: filter.integer,
        name: filter.text,
        created_at: filter.time,
      },
      sorts: ['created_at', 'rank', 'name'],
    },
  }),
  create: C('POST /v1/notes', {
    bound: 'event',
    summary: 'Create a note',
    permission: 'notes:write',
    body: z.strictObject({ name: text(300_000), rank: z.int().default(0) }),
    returns: Note,
    emits: [noted],
  }),
  get: G('GET /v1/notes/{id}', { summary: 'Get a note', permission: 'notes:read', returns: Note }),
  update: M('PATCH /v1/notes/{id}', {
    summary: 'Change a note',
    permission: 'notes:write',
    body: z.strictObject({ name: text(100) }),
    returns: Note,
  }),
})

const NoteEntity = tenantEntity(
  'notes',
  'notes',
  {
    id: column.id<'off'>().primary(),
    name: column.text(),
    rank: column.integer(),
    colour: column.key<'red' | 'blue'>(),
    version: commonColumns.version(),
    created_at: commonColumns.created_at(),
    updated_at: commonColumns.updated_at(),
  },
  { archive: 'rows' },
)
export type NoteRow = RowOf<typeof NoteEntity>

const described = table(NoteEntity)
export class NoteStore extends Store<NoteRow> {
  constructor(work: UnitOfWork) {
    super(work, described)
  }
}

const notesTable = migration(
  '001-notes',
  `
create table notes.notes (
  school_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  rank int not null,
  colour text collate "C" not null,
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id)
);
${rowSecurity('notes', 'notes')}`,
)

const builder = defineService({ notes: NoteStore })
export const newNote = (
  fields: Pick<NoteRow, 'id' | 'name'> & Partial<NoteRow>,
  now: string,
): Omit<NoteRow, 'school_id'> => ({
  rank: 0,
  colour: 'red',
  version: 1,
  created_at: now,
  updated_at: now,
  ...fields,
})

const handlers = builder.implement(notes, {
  list: ({ query }, { notes }) => notes.page(query),
  create: async ({ body, now, emit }, { notes }) => {
    const note = notes.insert(newNote({ ...body, id: newId('off') }, now))
    emit(noted, note)
    return note
  },
  get: ({ path }, { notes }) => notes.get(path.id),
  update: async ({ path, body }, { notes }) => notes.save(await notes.lock(path.id), body),
})

export const notesService = builder.build({
  contract: contract({ service: 'notes', area: 'Notes', resources: { notes } }),
  entities: [NoteEntity],
  migrations: async () => [notesTable],
  handlers: [handlers],
})
