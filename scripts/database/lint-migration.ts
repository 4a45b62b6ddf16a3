// Finds problems in a migration, which runs while two builds use the database: the previous one, and the one that needs it.
// It uses PostgreSQL's own parser.
import { type Node, parse } from 'libpg-query'
import { checkColumn, checkConstraint, UNKNOWN } from './lint-columns.ts'

export type Finding = {
  rule: string
  line: number
  message: string
  /** Allowed in phase contract, once no running build needs what the statement removes. */
  untilContract?: true
}

export const PHASES = ['expand', 'backfill', 'contract'] as const

/** In the first line. */
const PHASE = /^--[ \t]*Phase:[ \t]*(\w+)\.?[ \t]*(.*)/
const ALLOWED = /^--[ \t]*Lint: allow ([a-z-]+): \S.*$/gm

export const phaseOf = (sql: string) => PHASES.find((phase) => phase === PHASE.exec(sql)?.[1])

/** @returns the findings that the file's phase and its own exceptions don't cover */
export async function lintMigration(sql: string): Promise<Finding[]> {
  const phase = phaseOf(sql)
  const reason = PHASE.exec(sql)?.[2]
  if (phase === undefined)
    return [
      finding('phase', 1, `State the phase in the first line: -- Phase: ${PHASES.join(' | ')}`),
    ]
  const found = await findProblems(sql)
  if (phase === 'contract' && !reason)
    found.push(finding('phase', 1, 'Say after "contract." since which build this is unused.'))
  const allowed = new Set([...sql.matchAll(ALLOWED)].map(([, rule]) => rule))
  return found.filter(
    ({ rule, untilContract }) =>
      !allowed.has(rule) &&
      !(phase === 'contract' && untilContract) &&
      !(phase === 'backfill' && rule === 'backfill-apart'),
  )
}

/** @returns all problems, regardless of the file's phase and exceptions */
export async function findProblems(sql: string): Promise<Finding[]> {
  const { stmts = [] } = await parse(sql)
  const bytes = Buffer.from(sql)
  /** Tables that this file creates are empty and unused, so anything is allowed on them. */
  const created = new Set<string>()
  return stmts.flatMap(({ stmt, stmt_location: start = 0 }) => {
    if (!stmt) return []
    const before = bytes.subarray(0, start).toString()
    const blank = /^(\s|--.*(\n|$))*/.exec(bytes.subarray(start).toString())?.[0] ?? ''
    const line = `${before}${blank}`.split('\n').length
    const locks = phaseOf(sql) === 'backfill' && locksTable(stmt, created) ? [LOCKS_LONG] : []
    const problems = checkStatement(stmt, { created, only: stmts.length === 1 })
    return [...locks, ...problems].map((found) => ({ ...found, line }))
  })
}

/** The lock lasts until the transaction ends, which in a backfill takes long. */
function locksTable(stmt: Node, created: Set<string>): boolean {
  if ('AlterTableStmt' in stmt) return !created.has(stmt.AlterTableStmt.relation?.relname ?? '')
  if ('CreateTrigStmt' in stmt) return !created.has(stmt.CreateTrigStmt.relation?.relname ?? '')
  return 'DropStmt' in stmt
}

type Context = { created: Set<string>; only: boolean }
type Problem = Omit<Finding, 'line'>

function checkStatement(stmt: Node, { created, only }: Context): Problem[] {
  if ('CreateStmt' in stmt) {
    created.add(stmt.CreateStmt.relation?.relname ?? '')
    return []
  }
  if ('AlterTableStmt' in stmt) {
    const { relation, cmds = [] } = stmt.AlterTableStmt
    if (created.has(relation?.relname ?? '')) return []
    return cmds.flatMap((node) => {
      if (!('AlterTableCmd' in node)) return []
      const { def } = node.AlterTableCmd
      if (def && 'Constraint' in def) return checkConstraint(def.Constraint)
      return checkColumn(node.AlterTableCmd)
    })
  }
  if ('IndexStmt' in stmt) {
    const { concurrent, relation } = stmt.IndexStmt
    if (concurrent) return only ? [] : [ALONE]
    return created.has(relation?.relname ?? '') ? [] : [CONCURRENTLY]
  }
  if ('DropStmt' in stmt) return checkDrop(stmt.DropStmt, only)
  if (
    'RenameStmt' in stmt ||
    'AlterObjectSchemaStmt' in stmt ||
    ('AlterEnumStmt' in stmt && stmt.AlterEnumStmt.oldVal)
  )
    return [RENAME]
  if ('UpdateStmt' in stmt || 'DeleteStmt' in stmt || 'MergeStmt' in stmt) return [BACKFILL]
  if ('InsertStmt' in stmt)
    return created.has(stmt.InsertStmt.relation?.relname ?? '') ? [] : [BACKFILL]
  if ('TruncateStmt' in stmt)
    return [
      {
        rule: 'truncate',
        message: 'TRUNCATE locks and empties a table that a running build uses.',
      },
    ]
  if ('SelectStmt' in stmt)
    return /"(Insert|Update|Delete|Merge)Stmt"/.test(JSON.stringify(stmt)) ? [BACKFILL] : []
  if ('TransactionStmt' in stmt)
    return [
      {
        rule: 'transaction',
        message:
          'If the rest fails, everything before a COMMIT stays. The runner commits on its own.',
      },
    ]
  if ('LockStmt' in stmt || 'VacuumStmt' in stmt || 'ClusterStmt' in stmt || 'ReindexStmt' in stmt)
    return [
      {
        rule: 'locks-table',
        message:
          'This blocks every request on the table, or can’t run in a transaction. Do it by hand.',
      },
    ]
  return ADDS.some((kind) => kind in stmt) || isGrant(stmt) ? [] : [UNKNOWN]
}

/** These add what the previous build ignores, and lock a table only briefly. */
const ADDS = [
  'CreateStmt',
  'CreateEnumStmt',
  'AlterEnumStmt',
  'CreateFunctionStmt',
  'CreateTrigStmt',
  'CreateSeqStmt',
  'CreateExtensionStmt',
  'ViewStmt',
  'CommentStmt',
]
const isGrant = (stmt: Node) => 'GrantStmt' in stmt && stmt.GrantStmt.is_grant === true

type Drop = Extract<Node, { DropStmt: unknown }>['DropStmt']

function checkDrop({ removeType, concurrent }: Drop, only: boolean): Problem[] {
  if (removeType !== 'OBJECT_INDEX')
    return [
      {
        rule: 'drop',
        message:
          'DROP: the previous build still uses it. Release a build that doesn’t, then drop it in a migration of phase contract.',
        untilContract: true,
      },
    ]
  if (concurrent) return only ? [] : [ALONE]
  return [
    {
      rule: 'index-concurrently',
      message:
        'DROP INDEX waits for all requests on the table, and blocks new ones. Write DROP INDEX CONCURRENTLY, in a separate file.',
    },
  ]
}

const ALONE: Problem = {
  rule: 'concurrently-alone',
  message: 'CONCURRENTLY can’t run in a transaction: put the statement into a separate migration.',
}
const CONCURRENTLY: Problem = {
  rule: 'index-concurrently',
  message:
    'CREATE INDEX blocks writes to the table until it is done. Write CREATE INDEX CONCURRENTLY, in a separate file.',
}
const RENAME: Problem = {
  rule: 'rename',
  message:
    'RENAME: the previous build only knows the old name. Add the new one, write both, and drop the old one in a later release.',
}
const BACKFILL: Problem = {
  rule: 'backfill-apart',
  message:
    'Changed rows stay locked until the whole transaction commits. Put this statement into a migration of phase backfill.',
}
const LOCKS_LONG: Problem = {
  rule: 'backfill-locks',
  message:
    'This locks the table until the backfill commits, because both share a transaction. Put it into a separate migration.',
}

const finding = (rule: string, line: number, message: string): Finding => ({ rule, line, message })
