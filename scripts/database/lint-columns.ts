// The part of the migration lint that is about columns and constraints of a table with rows.
import type { AlterTableCmd, Constraint, Node } from 'libpg-query'

type Problem = { rule: string; message: string; untilContract?: true }

/** They give another value for each row, so PostgreSQL writes the table again. */
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
            'DROP COLUMN: the build before this one still reads it. Release a build that doesn’t, then drop it in a migration of phase contract.',
          untilContract: true,
        },
      ]
    case 'AT_DropConstraint':
      return [
        {
          rule: 'drop',
          message: 'DROP CONSTRAINT: the build before this one may rely on it.',
          untilContract: true,
        },
      ]
    case 'AT_AlterColumnType':
      return [
        {
          rule: 'column-type',
          message:
            'A changed type writes the table again under a lock, and the build before this one expects the old one. Add a column of the new type, write both, and drop the old one later.',
        },
      ]
    case 'AT_SetNotNull':
      return [
        {
          rule: 'not-null',
          message:
            'SET NOT NULL: the build before this one may still write null, and the check reads the whole table under a lock. First add CHECK (… IS NOT NULL) NOT VALID and validate it.',
          untilContract: true,
        },
      ]
    case 'AT_ColumnDefault':
      return def
        ? []
        : [
            {
              rule: 'drop',
              message: 'DROP DEFAULT: the build before this one may leave the value out.',
              untilContract: true,
            },
          ]
    default:
      return subtype && ADDS.includes(subtype) ? [] : [UNKNOWN]
  }
}

/** They take nothing from the last build, and lock the table for a moment at most. */
const ADDS = ['AT_DropNotNull', 'AT_ValidateConstraint', 'AT_SetStatistics', 'AT_SetRelOptions']

export const UNKNOWN: Problem = {
  rule: 'unknown',
  message:
    'The check doesn’t know what this does to the build before this one. If it harms none and holds up no request: -- Lint: allow unknown: <why>',
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
        'NOT NULL without a default fails on a table with rows, and refuses those that the build before this one writes. Give it a default, or let it be null.',
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
        'A value computed for each row writes the table again under a lock. Add the column without it, set the default afterwards, and fill in the rows in a backfill.',
    })
  return [...problems, ...constraints.flatMap(checkConstraint)]
}

/** On a table with rows. A column's own constraints count too. */
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
          'This builds an index and stops writes until it is done. Build it with CREATE UNIQUE INDEX CONCURRENTLY, then ADD CONSTRAINT … USING INDEX.',
      },
    ]
  return []
}
