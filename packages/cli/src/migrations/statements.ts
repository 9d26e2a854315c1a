// What the statements of a migration do, and the locks that they take, read by Postgres's own parser.
// Locks: https://www.postgresql.org/docs/18/explicit-locking.html and the page of each command.
import { parse } from 'libpg-query'

/** From the weakest; null for none that a service would notice. */
export type Lock =
  | 'ROW EXCLUSIVE'
  | 'SHARE UPDATE EXCLUSIVE'
  | 'SHARE'
  | 'SHARE ROW EXCLUSIVE'
  | 'ACCESS EXCLUSIVE'
  | null

/** One thing that a statement does to a table, an index or a function: `schema.name`. */
export interface Effect {
  readonly kind: EffectKind
  readonly object: string
  readonly lock: Lock
  /** The column, constraint or index. */
  readonly name?: string
  /** What the rules ask about it. */
  readonly traits?: readonly Trait[]
}
export type EffectKind =
  | 'create_table'
  | 'drop_table'
  | 'rename_table'
  | 'rename_column'
  | 'add_column'
  | 'drop_column'
  | 'change_type'
  | 'set_not_null'
  | 'add_constraint'
  | 'drop_constraint'
  | 'create_index'
  | 'drop_index'
  | 'open_rows'
  | 'write'
  | 'code'
  | 'drop_function'
  | 'drop_schema'
  | 'drop_other'
  | 'drop_default'
  | 'rewrite'
  | 'close_rows'
  | 'revoke'
  | 'reindex'
  | 'lock_table'
  | 'unknown'
  | 'other'
export type Trait =
  | 'concurrent'
  | 'not_null'
  | 'default'
  | 'computed_default'
  | 'checked'
  | 'not_valid'
  | 'using_index'
  | 'unique'

export interface Statement {
  readonly text: string
  readonly effects: readonly Effect[]
}

// Nodes of the parser's tree have dozens of forms; the few fields that are read are named where they are.
type Node = Record<string, any>

/** The statements of a text. Throws the parser's error. */
export async function statementsOf(sql: string): Promise<Statement[]> {
  const bytes = Buffer.from(sql)
  const { stmts = [] } = (await parse(sql)) as { stmts?: Node[] }
  return stmts.map(({ stmt, stmt_location: from = 0, stmt_len: length }) => {
    const text = bytes.subarray(from, length ? from + length : undefined).toString()
    return { text: text.replace(/^\s*--.*$/gm, '').trim(), effects: effectsOf(stmt) }
  })
}

const nameOf = ({ schemaname, relname }: Node): string => (schemaname ? `${schemaname}.${relname}` : relname)
const listName = (names: Node[]): string => names.map(({ String: { sval } }) => sval).join('.')

function effectsOf(node: Node): Effect[] {
  const [[type, body]] = Object.entries(node) as [[string, Node]]
  const read = readers[type]
  return read ? read(body) : [{ kind: harmless.has(type) ? 'other' : 'unknown', object: '', lock: null }]
}

/** Statements that add something, or change what no process of a service sees. */
const harmless = new Set([
  'AlterFunctionStmt',
  'CommentStmt',
  'CompositeTypeStmt',
  'CreateEnumStmt',
  'CreateExtensionStmt',
  'CreateFunctionStmt',
  'CreateSchemaStmt',
  'CreateSeqStmt',
  'CreateStatsStmt',
  'CreateTableAsStmt',
  'VariableSetStmt',
  'ViewStmt',
])

const readers: Record<string, (body: Node) => Effect[]> = {
  CreateStmt: ({ relation }) => [{ kind: 'create_table', object: nameOf(relation), lock: null }],
  AlterTableStmt: ({ relation, cmds, objtype }) =>
    objtype === 'OBJECT_TABLE'
      ? cmds.map(({ AlterTableCmd }: Node) => alteration(nameOf(relation), AlterTableCmd))
      : [{ kind: 'other', object: nameOf(relation), lock: null }],
  RenameStmt: rename,
  DropStmt: drop,
  IndexStmt: ({ relation, idxname, concurrent, unique }) => [
    {
      kind: 'create_index',
      object: nameOf(relation),
      name: idxname,
      lock: concurrent ? 'SHARE UPDATE EXCLUSIVE' : 'SHARE',
      traits: traits({ concurrent, unique }),
    },
  ],
  UpdateStmt: writes,
  DeleteStmt: writes,
  SelectStmt: writes,
  InsertStmt: writes,
  DoStmt: () => [{ kind: 'code', object: '', lock: null }],
  CallStmt: () => [{ kind: 'code', object: '', lock: null }],
  GrantStmt: ({ is_grant, objects = [] }) =>
    is_grant
      ? [{ kind: 'other', object: '', lock: null }]
      : objects.map(({ RangeVar }: Node) => ({
          kind: 'revoke',
          object: RangeVar ? nameOf(RangeVar) : '',
          lock: null,
        })),
  AlterObjectSchemaStmt: ({ relation }) => [
    { kind: 'rename_table', object: relation ? nameOf(relation) : '', lock: 'ACCESS EXCLUSIVE' },
  ],
  ReindexStmt: ({ relation, params = [] }) => {
    const concurrent = params.some(({ DefElem }: Node) => DefElem.defname === 'concurrently')
    const lock = concurrent ? 'SHARE UPDATE EXCLUSIVE' : 'ACCESS EXCLUSIVE'
    return [
      { kind: 'reindex', object: relation ? nameOf(relation) : '', lock, traits: traits({ concurrent }) },
    ]
  },
  LockStmt: ({ relations }) =>
    relations.map(({ RangeVar }: Node) => ({
      kind: 'lock_table',
      object: nameOf(RangeVar),
      lock: 'ACCESS EXCLUSIVE',
    })),
  CreatePolicyStmt: ({ table }) => [{ kind: 'other', object: nameOf(table), lock: 'ACCESS EXCLUSIVE' }],
  CreateTrigStmt: ({ relation }) => [
    { kind: 'other', object: nameOf(relation), lock: 'SHARE ROW EXCLUSIVE' },
  ],
  TruncateStmt: ({ relations }) =>
    relations.map(({ RangeVar }: Node) => ({
      kind: 'write',
      object: nameOf(RangeVar),
      lock: 'ACCESS EXCLUSIVE',
    })),
}

function traits(present: Partial<Record<Trait, unknown>>): Trait[] {
  return Object.entries(present).flatMap(([name, value]) => (value ? [name as Trait] : []))
}

function alteration(object: string, { subtype, name, def }: Node): Effect {
  const effect = (kind: EffectKind, lock: Lock = 'ACCESS EXCLUSIVE', more: Partial<Effect> = {}): Effect => ({
    ...{ kind, object, lock },
    ...(name && { name }),
    ...more,
  })
  switch (subtype) {
    case 'AT_AddColumn':
      return effect('add_column', 'ACCESS EXCLUSIVE', {
        name: def.ColumnDef.colname,
        traits: columnTraits(def.ColumnDef),
      })
    case 'AT_DropColumn':
      return effect('drop_column')
    case 'AT_AlterColumnType':
      return effect('change_type')
    case 'AT_SetNotNull':
      return effect('set_not_null')
    case 'AT_AddConstraint':
      return constraint(effect, def.Constraint)
    case 'AT_DropConstraint':
      return effect('drop_constraint')
    case 'AT_ValidateConstraint':
      return effect('other', 'SHARE UPDATE EXCLUSIVE')
    case 'AT_ColumnDefault':
      return effect(def ? 'other' : 'drop_default')
    case 'AT_DropIdentity':
    case 'AT_DropExpression':
      return effect('drop_default')
    case 'AT_SetAccessMethod':
    case 'AT_SetExpression':
    case 'AT_SetLogged':
    case 'AT_SetTableSpace':
    case 'AT_SetUnLogged':
      return effect('rewrite')
    case 'AT_EnableRowSecurity':
      return effect('close_rows')
    case 'AT_DisableRowSecurity':
    case 'AT_NoForceRowSecurity':
      return effect('open_rows')
    default:
      return effect('other')
  }
}

function columnTraits({ constraints = [] }: Node): Trait[] {
  const parts = constraints.map(({ Constraint }: Node) => Constraint) as Node[]
  const has = (...types: string[]) => parts.some(({ contype }) => types.includes(contype))
  const value = parts.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr
  return traits({
    not_null: has('CONSTR_NOTNULL'),
    default: value,
    computed_default: (value && !isConstant(value)) || has('CONSTR_IDENTITY', 'CONSTR_GENERATED'),
    checked: has('CONSTR_CHECK', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_FOREIGN'),
  })
}

/** A constant is kept in the catalogue; anything else is computed for each row, and rewrites the table. */
const isConstant = (value: Node): boolean =>
  'A_Const' in value || ('TypeCast' in value && isConstant(value.TypeCast.arg))

function constraint(
  effect: (kind: EffectKind, lock: Lock, more: Partial<Effect>) => Effect,
  { contype, conname, skip_validation, indexname }: Node,
): Effect {
  const unique = ['CONSTR_PRIMARY', 'CONSTR_UNIQUE', 'CONSTR_EXCLUSION'].includes(contype)
  const lock = contype === 'CONSTR_FOREIGN' ? 'SHARE ROW EXCLUSIVE' : 'ACCESS EXCLUSIVE'
  const present = traits({ not_valid: skip_validation, using_index: indexname, unique })
  return effect('add_constraint', lock, { name: conname, traits: present })
}

function rename({ renameType, relation, subname }: Node): Effect[] {
  const kinds: Record<string, EffectKind> = { OBJECT_COLUMN: 'rename_column', OBJECT_TABLE: 'rename_table' }
  const object = relation ? nameOf(relation) : ''
  const kind = kinds[renameType] ?? 'other'
  const lock = renameType === 'OBJECT_INDEX' ? 'SHARE UPDATE EXCLUSIVE' : relation ? 'ACCESS EXCLUSIVE' : null
  return [{ kind, object, lock, ...(kind === 'rename_column' && { name: subname }) }]
}

function drop({ objects, removeType, concurrent }: Node): Effect[] {
  return objects.map((object: Node): Effect => {
    if (removeType === 'OBJECT_TABLE')
      return { kind: 'drop_table', object: listName(object.List.items), lock: 'ACCESS EXCLUSIVE' }
    if (removeType === 'OBJECT_INDEX') {
      const lock = concurrent ? 'SHARE UPDATE EXCLUSIVE' : 'ACCESS EXCLUSIVE'
      return { kind: 'drop_index', object: listName(object.List.items), lock, traits: traits({ concurrent }) }
    }
    if (removeType === 'OBJECT_FUNCTION')
      return { kind: 'drop_function', object: listName(object.ObjectWithArgs.objname), lock: null }
    if (removeType === 'OBJECT_SCHEMA')
      return { kind: 'drop_schema', object: '', name: object.String.sval, lock: 'ACCESS EXCLUSIVE' }
    const names = (object.List?.items ??
      object.TypeName?.names ??
      object.ObjectWithArgs?.objname ??
      []) as Node[]
    // A trigger or a policy: the table, then its own name.
    return ofTable.has(removeType)
      ? {
          ...{ kind: 'drop_other', lock: 'ACCESS EXCLUSIVE' },
          ...{ object: listName(names.slice(0, -1)), name: listName(names.slice(-1)) },
        }
      : { kind: 'drop_other', object: '', name: listName(names), lock: 'ACCESS EXCLUSIVE' }
  })
}
const ofTable: ReadonlySet<string> = new Set(['OBJECT_POLICY', 'OBJECT_TRIGGER', 'OBJECT_RULE'])

/** The tables that a statement writes, also inside `with`. Values that it names are few; rows that it selects may be many. */
function writes(body: Node): Effect[] {
  const inner = ((body.withClause?.ctes ?? []) as Node[]).flatMap(({ CommonTableExpr: { ctequery } }) =>
    effectsOf(ctequery),
  )
  if (!body.relation) return inner
  const isFew = body.selectStmt?.SelectStmt?.valuesLists !== undefined
  return [{ kind: isFew ? 'other' : 'write', object: nameOf(body.relation), lock: 'ROW EXCLUSIVE' }, ...inner]
}
