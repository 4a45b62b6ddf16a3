// The part of the migration lint for columns and constraints of a table with rows.
import type { AlterTableCmd, Constraint, Node } from 'libpg-query'

type Problem = { rule: string; message: string; untilContract?: true }

/** These return a different value for each row, so PostgreSQL rewrites the table. */
const VOLATILE = [
  'gen_random_uuid',
  'uuidv4',
  'uuidv7',
  'random',
  'clock_timestamp',
  'timeofday',
  'nextval',
]
const SERIAL = ['serial', 'serial4', 'serial8', 'bigserial', 'smallserial', 'serial2']

export function checkColumn({ subtype, def }: AlterTableCmd): Problem[] {
  switch (subtype) {
    case 'AT_AddColumn':
      return def && 'ColumnDef' in def ? checkAdded(def) : []
    case 'AT_DropColumn':
      return [
        {
          rule: 'drop',
          message:
            'DROP COLUMN: the previous build still reads it. Release a build that doesn’t, then drop it in a migration of phase contract.',
          untilContract: true,
        },
      ]
    case 'AT_DropConstraint':
      return [
        {
          rule: 'drop',
          message: 'DROP CONSTRAINT: the previous build may rely on it.',
          untilContract: true,
        },
      ]
    case 'AT_AlterColumnType':
      return [
        {
          rule: 'column-type',
          message:
            'A changed type rewrites the table under a lock, and the previous build expects the old type. Add a column of the new type, write both, and drop the old one later.',
        },
      ]
    case 'AT_SetNotNull':
      return [
        {
          rule: 'not-null',
          message:
            'SET NOT NULL: the previous build may still write null, and the check reads the whole table under a lock. First add CHECK (… IS NOT NULL) NOT VALID and validate it.',
          untilContract: true,
        },
      ]
    case 'AT_ColumnDefault':
      return def
        ? []
        : [
            {
              rule: 'drop',
              message: 'DROP DEFAULT: the previous build may leave the value out.',
              untilContract: true,
            },
          ]
    default:
      return subtype && ADDS.includes(subtype) ? [] : [UNKNOWN]
  }
}

/** These don't affect the previous build, and lock the table only briefly. */
const ADDS = ['AT_DropNotNull', 'AT_ValidateConstraint', 'AT_SetStatistics', 'AT_SetRelOptions']

export const UNKNOWN: Problem = {
  rule: 'unknown',
  message:
    'The lint doesn’t know whether the previous build survives this statement. If it does, and no request has to wait: -- Lint: allow unknown: <why>',
}

function checkAdded({ ColumnDef }: Extract<Node, { ColumnDef: unknown }>): Problem[] {
  const constraints = (ColumnDef.constraints ?? []).flatMap((node) =>
    'Constraint' in node ? [node.Constraint] : [],
  )
  const has = (type: Constraint['contype']) => constraints.some(({ contype }) => contype === type)
  const problems: Problem[] = []
  if (
    (has('CONSTR_NOTNULL') || has('CONSTR_PRIMARY')) &&
    !has('CONSTR_DEFAULT') &&
    !has('CONSTR_GENERATED')
  )
    problems.push({
      rule: 'not-null',
      message:
        'NOT NULL without a default fails on a table with rows, and refuses rows from the previous build. Give it a default, or allow null.',
    })
  const types = (ColumnDef.typeName?.names ?? []).map((node) =>
    'String' in node ? node.String.sval : '',
  )
  const isComputed = constraints.some(
    ({ contype, generated_kind }) => contype === 'CONSTR_GENERATED' && generated_kind !== 'v',
  )
  const written = JSON.stringify(constraints.map(({ raw_expr }) => raw_expr ?? null))
  const isVolatile = VOLATILE.some((name) =>
    written.includes(`"funcname":[{"String":{"sval":"${name}"}}]`),
  )
  if (
    isComputed ||
    has('CONSTR_IDENTITY') ||
    isVolatile ||
    types.some((type) => type && SERIAL.includes(type))
  )
    problems.push({
      rule: 'rewrite',
      message:
        'A value computed for each row rewrites the table under a lock. Add the column without it, set the default afterwards, and fill in the rows in a backfill.',
    })
  return [...problems, ...constraints.flatMap(checkConstraint)]
}

/** For a constraint on a table with rows, including one declared with its column. */
export function checkConstraint(constraint: Constraint): Problem[] {
  const { contype, skip_validation: notValid, indexname } = constraint
  if ((contype === 'CONSTR_FOREIGN' || contype === 'CONSTR_CHECK') && !notValid)
    return [
      {
        rule: 'constraint-not-valid',
        message:
          'This reads the whole table under a lock. Add the constraint NOT VALID, and VALIDATE it in the next migration.',
      },
    ]
  if (
    (contype === 'CONSTR_UNIQUE' ||
      contype === 'CONSTR_PRIMARY' ||
      contype === 'CONSTR_EXCLUSION') &&
    !indexname
  )
    return [
      {
        rule: 'index-concurrently',
        message:
          'This builds an index and blocks writes until it is done. Build it with CREATE UNIQUE INDEX CONCURRENTLY, then ADD CONSTRAINT … USING INDEX.',
      },
    ]
  return []
}
