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
  return read ? read(body) : [{ kind: 'other', object: '', lock: null }]
}

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
    // A trigger or a policy: the table, then its own name.
    const names = (object.List?.items ?? []) as Node[]
    return { kind: 'other', object: listName(names.slice(0, -1)), lock: 'ACCESS EXCLUSIVE' }
  })
}

/** The tables that a statement writes, also inside `with`. Values that it names are few; rows that it selects may be many. */
function writes(body: Node): Effect[] {
  const inner = ((body.withClause?.ctes ?? []) as Node[]).flatMap(({ CommonTableExpr: { ctequery } }) =>
    effectsOf(ctequery),
  )
  if (!body.relation) return inner
  const isFew = body.selectStmt?.SelectStmt?.valuesLists !== undefined
  return [{ kind: isFew ? 'other' : 'write', object: nameOf(body.relation), lock: 'ROW EXCLUSIVE' }, ...inner]
}
